"""Small cases worked by hand, as fractions.

Every letter is a mention and every word an entity: key "abc de" has the entities {a, b, c} and {d, e}. A value is
(numerator, denominator), the numerator itself being a fraction where it is one. `blanc` is (recall, precision, F).

The working uses n for the mentions that a key entity K and a response entity R share:
  MUC     numerator Σ (n − 1);                        denominator Σ (|entity| − 1)
  B³      numerator Σ n²/|K|, Σ n²/|R|;               denominator mentions
  CEAF-m  numerator Σ n of the best alignment;        denominator mentions
  CEAF-e  numerator Σ 2n/(|K|+|R|) of the best one;   denominator entities
  BLANC   links C and non-links N: common/key, common/response, averaged
  LEA     numerator Σ |K| · links found/links;        denominator mentions
"""

from fractions import Fraction as F
from typing import Any, NamedTuple


class Case(NamedTuple):
    name: str
    key: str
    response: str
    expected: dict[str, Any]


def both(numerator: Any, denominator: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Recall and precision where they are the same."""
    return (numerator, denominator), (numerator, denominator)


CASES = [
    # n: abc∩ab 2, abc∩cde 1, de∩cde 2. MUC 1+0+1 = 2 of 2+1. B³ 4/3+1/3+4/2 = 11/3, the response mirrors it.
    # CEAF-m 2+2. CEAF-e 4/5+4/5. C: key ab ac bc de, response ab cd ce de, common ab de: 2/4.
    # N: 6 each; common 10−4−4+2 = 4: 4/6. (1/2+2/3)/2 = 7/12. LEA abc 3·1/3, de 2·1/1: 3.
    Case("one mention moved", "abc de", "ab cde", {
        "muc": both(2, 3), "b3": both(F(11, 3), 5), "ceaf_m": both(4, 5), "ceaf_e": both(F(8, 5), 2),
        "blanc": (F(7, 12), F(7, 12), F(7, 12)), "lea": both(3, 5), "mentions": both(5, 5),
    }),
    # The same partition: everything found. C 4/4, N 6/6.
    Case("perfect", "abc de", "de abc", {
        "muc": both(3, 3), "b3": both(5, 5), "ceaf_m": both(5, 5), "ceaf_e": both(2, 2),
        "blanc": (1, 1, 1), "lea": both(5, 5), "mentions": both(5, 5),
    }),
    # One big entity. n 3, 2. MUC 2+1 = 3 of 3; of 4. B³ R 9/3+4/2 = 5; P 9/5+4/5 = 13/5. CEAF-m 3. CEAF-e 6/8 = 3/4.
    # C: key 4, response 10, common 4: R 1, P 4/10. N: key 6, response 0, common 0: R 0, P 0 (0/0).
    # R 1/2, P 1/5, F: C 2·1·0.4/1.4 = 4/7, N 0: 2/7. LEA R 3+2; P 5·4/10 = 2.
    Case("all in one", "abc de", "abcde", {
        "muc": ((3, 3), (3, 4)), "b3": ((5, 5), (F(13, 5), 5)), "ceaf_m": both(3, 5),
        "ceaf_e": ((F(3, 4), 2), (F(3, 4), 1)), "blanc": (F(1, 2), F(1, 5), F(2, 7)),
        "lea": ((5, 5), (2, 5)), "mentions": both(5, 5),
    }),
    # Singletons only. n is 1 everywhere: MUC 0 of 3, 0 of 0. B³ R 3·1/3+2·1/2 = 2, P 5·1 = 5. CEAF-m 1+1.
    # CEAF-e 2/(3+1)+2/(2+1) = 1/2+2/3 = 7/6. C: common 0. N: key 6, response 10, common 6: R 1, P 6/10.
    # R 1/2, P 3/10, F: N 2·1·0.6/1.6 = 3/4, C 0: 3/8. LEA: no link found; singletons are none in the key: 0.
    Case("one in one", "abc de", "a b c d e", {
        "muc": ((0, 3), (0, 0)), "b3": ((2, 5), (5, 5)), "ceaf_m": both(2, 5),
        "ceaf_e": ((F(7, 6), 2), (F(7, 6), 5)), "blanc": (F(1, 2), F(3, 10), F(3, 8)),
        "lea": ((0, 5), (0, 5)), "mentions": both(5, 5),
    }),
    # Twinless: c is missed, x is invented. n 2. MUC 1 of 2, 1 of 2. B³ 4/3 of 3. CEAF-m 2. CEAF-e 4/6.
    # C: key ab ac bc, response ab ax bx, common 1: 1/3. N: the key has none, so C decides. LEA 3·1/3 = 1.
    Case("one missed, one invented", "abc", "abx", {
        "muc": both(1, 2), "b3": both(F(4, 3), 3), "ceaf_m": both(2, 3), "ceaf_e": both(F(2, 3), 1),
        "blanc": (F(1, 3), F(1, 3), F(1, 3)), "lea": both(1, 3), "mentions": both(2, 3),
    }),
    # Nothing in common at all.
    Case("other mentions", "abc", "xyz", {
        "muc": both(0, 2), "b3": both(0, 3), "ceaf_m": both(0, 3), "ceaf_e": both(0, 1),
        "blanc": (0, 0, 0), "lea": both(0, 3), "mentions": both(0, 3),
    }),
    # No response: denominators of precision are 0.
    Case("empty response", "abc de", "", {
        "muc": ((0, 3), (0, 0)), "b3": ((0, 5), (0, 0)), "ceaf_m": ((0, 5), (0, 0)), "ceaf_e": ((0, 2), (0, 0)),
        "blanc": (0, 0, 0), "lea": ((0, 5), (0, 0)), "mentions": ((0, 5), (0, 0)),
    }),
    # No key: denominators of recall are 0. BLANC: the key has no links of either kind: 0.
    Case("empty key", "", "ab c", {
        "muc": ((0, 0), (0, 1)), "b3": ((0, 0), (0, 3)), "ceaf_m": ((0, 0), (0, 3)), "ceaf_e": ((0, 0), (0, 2)),
        "blanc": (0, 0, 0), "lea": ((0, 0), (0, 3)), "mentions": ((0, 0), (0, 3)),
    }),
    # Singletons on both sides, one of them right. n: a 1, b∩bc 1, c∩bc 1. MUC 0 of 0; of 1. B³ R 3; P 1+1/2+1/2 = 2.
    # CEAF-m a 1, b or c 1: 2. CEAF-e 1+2/3 = 5/3. C: the key has none, so N decides: key 3, response 2, common 2:
    # R 2/3, P 1, F 4/5. LEA: a links to itself on both sides: 1; b, c are not alone in the response.
    Case("singletons joined", "a b c", "a bc", {
        "muc": ((0, 0), (0, 1)), "b3": ((3, 3), (2, 3)), "ceaf_m": both(2, 3), "ceaf_e": ((F(5, 3), 3), (F(5, 3), 2)),
        "blanc": (F(2, 3), 1, F(4, 5)), "lea": ((1, 3), (1, 3)), "mentions": both(3, 3),
    }),
    # One singleton, found. MUC has nothing to count. BLANC: no link of either kind in the key: 0, as v8.01 has it.
    Case("a singleton found", "a", "a", {
        "muc": both(0, 0), "b3": both(1, 1), "ceaf_m": both(1, 1), "ceaf_e": both(1, 1),
        "blanc": (0, 0, 0), "lea": both(1, 1), "mentions": both(1, 1),
    }),
    # Two key entities merged, another split. n: ab 2, cd 2 (with R1), e 1, f 1. MUC 1+1 = 2 of 3; R: 3+0+0 = 3.
    # B³ R 2+2+1/2+1/2 = 5; P 4/4+4/4+1+1 = 4. CEAF-m 2+1 = 3. CEAF-e ab–abcd 4/6, ef–e 2/3: 4/3 of 3, of 3.
    # C: key 3, response 6, common 2: 2/3, 2/6. N: key 12, response 9, common 15−3−6+2 = 8: 8/12, 8/9.
    # R (2/3+2/3)/2 = 2/3; P (1/3+8/9)/2 = 11/18; F: C 4/9, N 2·(2/3)(8/9)/(14/9) = 16/21; mean (28+48)/126 = 38/63.
    # LEA R ab 2, cd 2, ef 0: 4; P abcd 4·2/6 = 4/3, e, f alone only in the response: 0.
    Case("merged and split", "ab cd ef", "abcd e f", {
        "muc": ((2, 3), (2, 3)), "b3": ((5, 6), (4, 6)), "ceaf_m": both(3, 6), "ceaf_e": both(F(4, 3), 3),
        "blanc": (F(2, 3), F(11, 18), F(38, 63)), "lea": ((4, 6), (F(4, 3), 6)), "mentions": both(6, 6),
    }),
    # A cross of two pairs: n 1 four times. MUC 0 of 2. B³ 4·1/2 = 2 of 4. CEAF-m 1+1. CEAF-e 2/4+2/4 = 1 of 2.
    # C: common 0 of 2. N: key 4, response 4, common 6−2−2+0 = 2: 2/4. (0+1/2)/2 = 1/4. LEA 0.
    Case("crossed pairs", "ab cd", "ac bd", {
        "muc": both(0, 2), "b3": both(2, 4), "ceaf_m": both(2, 4), "ceaf_e": both(1, 2),
        "blanc": (F(1, 4), F(1, 4), F(1, 4)), "lea": both(0, 4), "mentions": both(4, 4),
    }),
    # K1 abcde, K2 fg; R1 abf, R2 cdeg: n K1R1 2, K1R2 3, K2R1 1, K2R2 1.
    # CEAF-m: 3+1 = 4 against 2+1 = 3: 4. CEAF-e: K1R2 6/9+K2R1 2/5 = 16/15; K1R1 4/8+K2R2 2/6 = 5/6: 16/15.
    # MUC 1+2+0+0 = 3 of 4+1 = 5; of 2+3 = 5. B³ R 4/5+9/5+1/2+1/2 = 18/5; P 4/3+1/3+9/4+1/4 = 5/3+5/2 = 25/6.
    # C: key 11, response 9, common 1+3 = 4. N: key 10, response 12, common 21−11−9+4 = 5.
    # R (4/11+1/2)/2 = 19/44; P (4/9+5/12)/2 = 31/72; F: C 8/20 = 2/5, N 10/22 = 5/11: 47/110.
    # LEA R 5·4/10 = 2, fg 0: 2; P abf 3·1/3 = 1, cdeg 4·3/6 = 2: 3.
    Case("two against two", "abcde fg", "abf cdeg", {
        "muc": both(3, 5), "b3": ((F(18, 5), 7), (F(25, 6), 7)), "ceaf_m": both(4, 7), "ceaf_e": both(F(16, 15), 2),
        "blanc": (F(19, 44), F(31, 72), F(47, 110)), "lea": ((2, 7), (3, 7)), "mentions": both(7, 7),
    }),
    # K1 abc, K2 de; R1 abd, R2 ce: n
    # K1R1 2, K1R2 1, K2R1 1, K2R2 1. CEAF-m 2+1 = 3. CEAF-e 4/6+2/4 = 7/6 against 2/5+2/5 = 4/5: 7/6.
    # MUC 1 of 3, of 3. B³ R 4/3+1/3+1/2+1/2 = 8/3; P the same. C: key 4, response 4, common 1. N: 6, 6, common
    # 10−4−4+1 = 3. (1/4+1/2)/2 = 3/8. LEA abc 3·1/3 = 1.
    Case("one pair kept", "abc de", "abd ce", {
        "muc": both(1, 3), "b3": both(F(8, 3), 5), "ceaf_m": both(3, 5), "ceaf_e": both(F(7, 6), 2),
        "blanc": (F(3, 8), F(3, 8), F(3, 8)), "lea": both(1, 5), "mentions": both(5, 5),
    }),
    # An invented entity beside a perfect one. MUC 2 of 2; of 2+1. B³ 3 of 3; of 5. CEAF-m 3. CEAF-e 1 of 1; of 2.
    # C: key 3, response 4, common 3; N: the key has none, so C decides: 1, 3/4, F 6/7. LEA 3 of 3; of 5.
    Case("invented entity", "abc", "abc xy", {
        "muc": ((2, 2), (2, 3)), "b3": ((3, 3), (3, 5)), "ceaf_m": ((3, 3), (3, 5)), "ceaf_e": ((1, 1), (1, 2)),
        "blanc": (1, F(3, 4), F(6, 7)), "lea": ((3, 3), (3, 5)), "mentions": ((3, 3), (3, 5)),
    }),
    # An entity missed altogether. MUC 2 of 3; of 2. B³ 3 of 5; of 3. CEAF-e 1 of 2; of 1.
    # C: key 4, response 3, common 3: 3/4, 1. N: key 6, response 0, common 0: 0, 0. R 3/8, P 1/2, F (6/7+0)/2 = 3/7.
    Case("missed entity", "abc de", "abc", {
        "muc": ((2, 3), (2, 2)), "b3": ((3, 5), (3, 3)), "ceaf_m": ((3, 5), (3, 3)), "ceaf_e": ((1, 2), (1, 1)),
        "blanc": (F(3, 8), F(1, 2), F(3, 7)), "lea": ((3, 5), (3, 3)), "mentions": ((3, 5), (3, 3)),
    }),
    # A chain of four cut in two. n 2, 2. MUC 1+1 = 2 of 3; of 2. B³ R 4/4+4/4 = 2; P 2+2 = 4. CEAF-m 2. CEAF-e 4/6.
    # C: key 6, response 2, common 2. The key has no N, so C decides: 1/3, 1, 1/2. LEA R 4·2/6 = 4/3; P 2+2.
    Case("cut in two", "abcd", "ab cd", {
        "muc": ((2, 3), (2, 2)), "b3": ((2, 4), (4, 4)), "ceaf_m": both(2, 4), "ceaf_e": ((F(2, 3), 1), (F(2, 3), 2)),
        "blanc": (F(1, 3), 1, F(1, 2)), "lea": ((F(4, 3), 4), (4, 4)), "mentions": both(4, 4),
    }),
    # Spurious singletons beside a perfect pair: MUC does not see them, B³, CEAF and LEA do in precision.
    # C: key 1, response 1, common 1; the key has no N, so C decides: 1. LEA P: ab 2, x, y 0: 2 of 4.
    Case("spurious singletons", "ab", "ab x y", {
        "muc": both(1, 1), "b3": ((2, 2), (2, 4)), "ceaf_m": ((2, 2), (2, 4)), "ceaf_e": ((1, 1), (1, 3)),
        "blanc": (1, 1, 1), "lea": ((2, 2), (2, 4)), "mentions": ((2, 2), (2, 4)),
    }),
    # A key singleton drawn into a pair. n: ab∩abc 2, c∩abc 1. MUC 1 of 1; of 2. B³ R 2+1 = 3; P
    # 4/3+1/3 = 5/3. CEAF-m 2. CEAF-e 4/5 of 2; of 1. C: key 1, response 3, common 1: 1, 1/3. N: key 2, response 0: 0.
    # R 1/2, P 1/6, F (1/2+0)/2 = 1/4. LEA R ab 2, c not alone 0: 2; P 3·1/3 = 1.
    Case("singleton drawn in", "ab c", "abc", {
        "muc": ((1, 1), (1, 2)), "b3": ((3, 3), (F(5, 3), 3)), "ceaf_m": both(2, 3),
        "ceaf_e": ((F(4, 5), 2), (F(4, 5), 1)), "blanc": (F(1, 2), F(1, 6), F(1, 4)),
        "lea": ((2, 3), (1, 3)), "mentions": both(3, 3),
    }),
    # Three entities rotated: every response entity takes one mention of each. n 1 nine times. MUC 0 of 6. B³ 9·1/3 = 3.
    # CEAF-m 3. CEAF-e 3·2/6 = 1 of 3. C: common 0 of 9. N: 27 each, common 36−9−9+0 = 18: 2/3. (0+2/3)/2 = 1/3.
    Case("rotated", "abc def ghi", "adg beh cfi", {
        "muc": both(0, 6), "b3": both(3, 9), "ceaf_m": both(3, 9), "ceaf_e": both(1, 3),
        "blanc": (F(1, 3), F(1, 3), F(1, 3)), "lea": both(0, 9), "mentions": both(9, 9),
    }),
    # Half found, half invented, over two entities. K abc, de; R abx, dy: n 2, 1. MUC 1 of 3; of 2+1 = 3.
    # B³ R 4/3+1/2 = 11/6; P 4/3+1/2 = 11/6. CEAF-m 3. CEAF-e 4/6+2/4 = 7/6. C: 4, 4, common 1: 1/4.
    # N: 6, 6; common mentions a b d: 3−1−1+1 = 2: 2/6. (1/4+1/3)/2 = 7/24. LEA abc 1, de 0.
    Case("half and half", "abc de", "abx dy", {
        "muc": both(1, 3), "b3": both(F(11, 6), 5), "ceaf_m": both(3, 5), "ceaf_e": both(F(7, 6), 2),
        "blanc": (F(7, 24), F(7, 24), F(7, 24)), "lea": both(1, 5), "mentions": both(3, 5),
    }),
    # K1 abcd, K2 efgh; R1 abcdef, R2 gh: n K1R1 4, K2R1 2, K2R2 2.
    # CEAF-m K1R1 4+K2R2 2 = 6. CEAF-e 8/10+4/6 = 22/15. MUC 3+1+1 = 5 of 6; of 5+1 = 6.
    # B³ R 4+4/4+4/4 = 6; P 16/6+4/6+2 = 16/3. C: key 12, response 16, common 6+1+1 = 8.
    # N: 16, 12, common 28−12−16+8 = 8.
    # R (2/3+1/2)/2 = 7/12; P (1/2+2/3)/2 = 7/12; F: C 16/28 = 4/7, N 16/28 = 4/7: 4/7.
    # LEA R 4+4·2/6 = 16/3; P 6·7/15+2 = 24/5.
    Case("a chain bitten off", "abcd efgh", "abcdef gh", {
        "muc": both(5, 6), "b3": ((6, 8), (F(16, 3), 8)), "ceaf_m": both(6, 8), "ceaf_e": both(F(22, 15), 2),
        "blanc": (F(7, 12), F(7, 12), F(4, 7)), "lea": ((F(16, 3), 8), (F(24, 5), 8)), "mentions": both(8, 8),
    }),
]  # fmt: skip
