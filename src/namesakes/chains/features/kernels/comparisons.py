"""Comparisons of mentions with those before them: small classes that templates combine.

The candidates of mention m are rows `starts[m]` to `starts[m + 1]` of `candidates`, in document order, the root (0)
first where it is one. `found[row, c]` is the class of comparison c (see `chains.comparisons.COMPARISONS`); the root's
rows are 0. Every comparison is of equal codes, of places, or of sorted lists of codes.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NAME = cython.declare(cython.int, 1)
NOMINAL = cython.declare(cython.int, 2)
PRONOUN = cython.declare(cython.int, 3)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def distance_class(distance: cython.int) -> cython.uchar:
    """A distance as one of nine classes."""
    if distance <= 3:
        return cython.cast(cython.uchar, distance)
    if distance <= 5:
        return 4
    if distance <= 8:
        return 5
    if distance <= 15:
        return 6
    if distance <= 40:
        return 7
    return 8


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def far_class(distance: cython.int) -> cython.uchar:
    """A distance in mentions as one of eleven classes."""
    if distance <= 2:
        return cython.cast(cython.uchar, distance)
    if distance <= 4:
        return 3
    if distance <= 7:
        return 4
    if distance <= 12:
        return 5
    if distance <= 20:
        return 6
    if distance <= 35:
        return 7
    if distance <= 70:
        return 8
    if distance <= 150:
        return 9
    return 10


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def agreement(one: cython.ulonglong, other: cython.ulonglong) -> cython.uchar:
    """1 for equal, 2 for different, 0 where one is not known."""
    if one == 0 or other == 0:
        return 0
    return 1 if one == other else 2


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def shared(
    words: cython.const[cython.ulonglong][:],
    first: cython.int,
    last: cython.int,
    second: cython.int,
    end: cython.int,
) -> cython.int:
    """How many codes two sorted runs share."""
    count: cython.int = 0
    while first < last and second < end:
        if words[first] == words[second]:
            count += 1
            first += 1
            second += 1
        elif words[first] < words[second]:
            first += 1
        else:
            second += 1
    return count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def inclusion(common: cython.int, before: cython.int, after: cython.int) -> cython.uchar:
    """How two sets lie: 0 one is empty, 1 apart, 2 overlapping, 3 later in earlier, 4 earlier in later, 5 equal."""
    if before == 0 or after == 0:
        return 0
    if common == 0:
        return 1
    if common == after:
        return 5 if common == before else 3
    return 4 if common == before else 2


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def compare(
    codes: cython.const[cython.ulonglong][:, :],
    places: cython.const[cython.int][:, :],
    word_offsets: cython.const[cython.int][:],
    words: cython.const[cython.ulonglong][:],
    modifier_offsets: cython.const[cython.int][:],
    modifiers: cython.const[cython.ulonglong][:],
    vectors: cython.const[cython.schar][:, :],
    columns: cython.const[cython.int][:],
    starts: cython.const[cython.longlong][:],
    candidates: cython.const[cython.int][:],
    found: cython.uchar[:, :],
) -> None:
    """Fill the comparisons of all candidates. O(rows · (comparisons + words)).

    `columns` are the places of kind, string, content, head, lemma, role, governor, number, gender, animacy, person,
    entity, speaker, name_first, name_last, quoted, class, letters and initials in `codes`. `vectors` has one row a
    mention, of zeros where nothing is known of its head.
    """
    m: cython.Py_ssize_t
    row: cython.Py_ssize_t
    a: cython.Py_ssize_t
    d: cython.Py_ssize_t
    mentions: cython.Py_ssize_t = codes.shape[0]
    width: cython.Py_ssize_t = vectors.shape[1]
    kind_at: cython.int = columns[0]
    string_at: cython.int = columns[1]
    content_at: cython.int = columns[2]
    head_at: cython.int = columns[3]
    lemma_at: cython.int = columns[4]
    role_at: cython.int = columns[5]
    governor_at: cython.int = columns[6]
    number_at: cython.int = columns[7]
    gender_at: cython.int = columns[8]
    animacy_at: cython.int = columns[9]
    person_at: cython.int = columns[10]
    entity_at: cython.int = columns[11]
    speaker_at: cython.int = columns[12]
    name_first_at: cython.int = columns[13]
    name_last_at: cython.int = columns[14]
    quoted_at: cython.int = columns[15]
    class_at: cython.int = columns[16]
    letters_at: cython.int = columns[17]
    initials_at: cython.int = columns[18]
    kind_m: cython.int
    kind_a: cython.int
    rank: cython.int
    rank_same: cython.int
    rank_string: cython.int
    common: cython.int
    size_a: cython.int
    size_m: cython.int
    total: cython.int
    similarity: cython.int
    clash: cython.int
    one: cython.int
    other: cython.int
    for m in range(1, mentions):
        if starts[m] == starts[m + 1]:
            continue
        kind_m = cython.cast(cython.int, codes[m, kind_at])
        rank = 0
        rank_same = 0
        rank_string = 0
        for row in range(starts[m + 1] - 1, starts[m] - 1, -1):
            a = candidates[row]
            if a == 0:
                continue
            kind_a = cython.cast(cython.int, codes[a, kind_at])
            found[row, 0] = distance_class(places[m, 3] - places[a, 3])
            found[row, 1] = far_class(cython.cast(cython.int, m - a - 1))
            found[row, 2] = codes[m, string_at] == codes[a, string_at]
            found[row, 3] = codes[m, content_at] == codes[a, content_at]
            found[row, 4] = 2 if codes[m, head_at] == codes[a, head_at] else codes[m, lemma_at] == codes[a, lemma_at]
            size_a = word_offsets[a + 1] - word_offsets[a]
            size_m = word_offsets[m + 1] - word_offsets[m]
            common = shared(words, word_offsets[a], word_offsets[a + 1], word_offsets[m], word_offsets[m + 1])
            found[row, 5] = inclusion(common, size_a, size_m)
            one = modifier_offsets[a + 1] - modifier_offsets[a]
            other = modifier_offsets[m + 1] - modifier_offsets[m]
            common = shared(
                modifiers, modifier_offsets[a], modifier_offsets[a + 1], modifier_offsets[m], modifier_offsets[m + 1]
            )
            if one == 0 or other == 0:
                found[row, 6] = 6 + (2 if one else 0) + (1 if other else 0)
            else:
                found[row, 6] = inclusion(common, one, other)
            found[row, 7] = agreement(codes[m, number_at], codes[a, number_at])
            found[row, 8] = agreement(codes[m, gender_at], codes[a, gender_at])
            found[row, 9] = agreement(codes[m, animacy_at], codes[a, animacy_at])
            found[row, 10] = agreement(codes[m, person_at], codes[a, person_at])
            found[row, 11] = agreement(codes[m, entity_at], codes[a, entity_at])
            found[row, 12] = agreement(codes[m, speaker_at], codes[a, speaker_at])
            # names: 1 the same, 2 last words of a shorter one, 3 first words, 4, 6, 7 part of the words, 8 an acronym
            if kind_m == NAME and kind_a == NAME:
                one = places[a, 9] - places[a, 8]
                other = places[m, 9] - places[m, 8]
                if codes[m, name_last_at] == codes[a, name_last_at]:
                    if codes[m, name_first_at] == codes[a, name_first_at]:
                        found[row, 13] = 1
                    elif one == 1 or other == 1:
                        found[row, 13] = 2
                    else:
                        found[row, 13] = 4
                elif codes[m, name_first_at] == codes[a, name_first_at]:
                    found[row, 13] = 3 if one == 1 or other == 1 else 6
                elif (
                    codes[m, name_first_at] == codes[a, name_last_at]
                    or codes[m, name_last_at] == codes[a, name_first_at]
                ):
                    found[row, 13] = 7
                else:
                    found[row, 13] = 5
                if (codes[m, letters_at] != 0 and codes[m, letters_at] == codes[a, initials_at]) or (
                    codes[m, initials_at] != 0 and codes[m, initials_at] == codes[a, letters_at]
                ):
                    found[row, 13] = 8
            # nesting: 1 the later in the earlier, 2 with the same head, 3 the earlier's governor inside
            if places[m, 1] <= places[a, 1]:
                found[row, 14] = 2 if places[m, 2] == places[a, 2] else 1
            found[row, 15] = codes[m, role_at] == codes[a, role_at]
            # clauses: 1 the same governor, 2 the same clause, 3 the same sentence, and then the same governing word
            if places[m, 4] == places[a, 4] and places[m, 4] >= 0:
                found[row, 16] = 1
            elif places[m, 5] == places[a, 5]:
                found[row, 16] = 2
            elif places[m, 3] == places[a, 3]:
                found[row, 16] = 3
            elif codes[m, governor_at] == codes[a, governor_at]:
                found[row, 16] = 4
            # said of each other: apposition or copula
            if places[m, 6] >= 0 and places[m, 6] == places[a, 2]:
                found[row, 17] = 1
            elif places[a, 6] >= 0 and places[a, 6] == places[m, 2]:
                found[row, 17] = 2
            similarity = 0
            if kind_m != PRONOUN and kind_a != PRONOUN and places[m, 7] >= 0 and places[a, 7] >= 0:
                total = 0
                for d in range(width):
                    total += cython.cast(cython.int, vectors[m, d]) * cython.cast(cython.int, vectors[a, d])
                # unit vectors of 127 a unit: -1 … 1 in steps of an eighth
                similarity = 1 + (total if total > 0 else 0) * 10 // 16129
            found[row, 18] = similarity
            clash = (
                found[row, 7] == 2
                or found[row, 8] == 2
                or found[row, 9] == 2
                or (found[row, 10] == 2 and kind_m == PRONOUN and kind_a == PRONOUN)
                or found[row, 14] == 1
            )
            found[row, 19] = clash
            # how many better places there are: compatible mentions, and such of the same kind, that are nearer
            found[row, 20] = far_class(rank)
            found[row, 21] = distance_class(rank_same)
            found[row, 22] = distance_class(rank_string)
            if not clash:
                rank += 1
                if codes[a, role_at] == codes[m, role_at]:
                    rank_same += 1
            if found[row, 3] or found[row, 4]:
                rank_string += 1
            found[row, 23] = codes[m, quoted_at] * 2 + codes[a, quoted_at]
            found[row, 24] = codes[m, class_at] == codes[a, class_at]
