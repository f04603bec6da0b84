"""Tab-separated token lines and coreference brackets, over the UTF-8 bytes of one document.

Each function gives up (returns a negative number) where the bytes are anything but plain: the reader in Python then
takes over, which understands every layout and says what is wrong.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

COMPILED = cython.compiled

TAB = cython.declare(cython.uchar, 9)
NEWLINE = cython.declare(cython.uchar, 10)
SPACE = cython.declare(cython.uchar, 32)
HASH = cython.declare(cython.uchar, 35)
OPEN = cython.declare(cython.uchar, 40)
CLOSE = cython.declare(cython.uchar, 41)
STAR = cython.declare(cython.uchar, 42)
DASH = cython.declare(cython.uchar, 45)
ZERO = cython.declare(cython.uchar, 48)
NINE = cython.declare(cython.uchar, 57)
UNDERSCORE = cython.declare(cython.uchar, 95)
BAR = cython.declare(cython.uchar, 124)


@cython.boundscheck(False)
@cython.wraparound(False)
def scan(
    data: cython.const[cython.uchar][:],
    separator: cython.uchar,
    word: cython.int,
    even: cython.int,
    rows: cython.int[:, :],
    firsts: cython.int[:],
    absent: cython.uchar[:],
) -> cython.Py_ssize_t:
    """The number of token lines, having filled `rows` with where column `word` and the last column begin and end.

    Columns are parted by a tab each, or by any number of spaces. `firsts[i]` is 1 for the first token of a sentence;
    `absent[c]` stays 1 while every cell of column c is a lone dash, star or underscore. Lines without bytes end a
    sentence, lines that begin with # are passed over. Gives up where a line begins with white space, has fewer columns
    than `absent` is long, or another number than the line before it: always where lines must be `even`, and else
    within a sentence.
    """
    size: cython.Py_ssize_t = data.shape[0]
    width: cython.Py_ssize_t = absent.shape[0]
    place: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    column: cython.Py_ssize_t
    fresh: cython.int = 1
    first: cython.uchar
    columns: cython.Py_ssize_t = width
    while place < size:
        if data[place] == NEWLINE:
            fresh = 1
            place += 1
            continue
        if data[place] == HASH:
            while place < size and data[place] != NEWLINE:
                place += 1
            place += 1
            continue
        if data[place] <= SPACE:
            return -1
        column = 0
        start = place
        while True:
            if place == size or data[place] == separator or data[place] == NEWLINE:
                end = place
                if separator == SPACE:
                    while place + 1 < size and data[place] == SPACE and data[place + 1] == SPACE:
                        place += 1
                    if place + 1 < size and data[place] == SPACE and data[place + 1] == NEWLINE:
                        place += 1
                if column == word:
                    rows[count, 0] = start
                    rows[count, 1] = end
                if column < width and absent[column]:
                    first = data[start] if end - start == 1 else 0
                    if first != DASH and first != STAR and first != UNDERSCORE:
                        absent[column] = 0
                column += 1
                if place == size or data[place] == NEWLINE:
                    break
                start = place + 1
            place += 1
        if column < width or (column != columns and (even or not fresh)):
            return -1
        columns = column
        rows[count, 2] = start
        rows[count, 3] = end
        firsts[count] = fresh
        fresh = 0
        count += 1
        place += 1
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def join_words(
    data: cython.const[cython.uchar][:],
    rows: cython.const[cython.int][:, :],
    firsts: cython.const[cython.int][:],
    text: cython.uchar[:],
    starts: cython.int[:],
    ends: cython.int[:],
) -> cython.Py_ssize_t:
    """The number of bytes put into `text`: the words, joined by spaces and by a line break between sentences.

    `starts` and `ends` are counted in characters, so the bytes that continue one (10xxxxxx) do not count.
    """
    written: cython.Py_ssize_t = 0
    characters: cython.int = 0
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for i in range(starts.shape[0]):
        if i > 0:
            text[written] = NEWLINE if firsts[i] else SPACE
            written += 1
            characters += 1
        starts[i] = characters
        for j in range(rows[i, 0], rows[i, 1]):
            text[written] = data[j]
            written += 1
            if (data[j] & 0xC0) != 0x80:
                characters += 1
        ends[i] = characters
    return written


@cython.boundscheck(False)
@cython.wraparound(False)
def brackets(
    data: cython.const[cython.uchar][:],
    rows: cython.const[cython.int][:, :],
    mentions: cython.int[:, :],
    entities: cython.int[:],
    table: cython.int[:],
    stack: cython.int[:, :],
) -> cython.Py_ssize_t:
    """The number of mentions in the last column, having filled `mentions` with their starts, ends and chains.

    Mentions stand in the order in which they open, and chains are numbered in that order; `entities` gets the number
    by which each chain is called. `table` finds a chain by that number (open addressing): it is as long as a power of
    two that is greater than the number of mentions, and full of -1. A closing bracket belongs to the latest open one of
    its entity. Gives up on entities that are not plain numbers, brackets that are not balanced, and more open ones than
    `stack` has rows.
    """
    count: cython.Py_ssize_t = 0
    depth: cython.Py_ssize_t = 0
    token: cython.Py_ssize_t
    place: cython.Py_ssize_t
    last: cython.Py_ssize_t
    digits: cython.Py_ssize_t
    level: cython.Py_ssize_t
    number: cython.int
    opens: cython.int
    chains: cython.int = 0
    slot: cython.Py_ssize_t
    mask: cython.Py_ssize_t = table.shape[0] - 1
    for token in range(rows.shape[0]):
        place = rows[token, 2]
        last = rows[token, 3]
        if last - place == 1 and (data[place] == DASH or data[place] == UNDERSCORE or data[place] == STAR):
            continue
        while True:
            opens = 0
            if place < last and data[place] == OPEN:
                opens = 1
                place += 1
            digits = place
            number = 0
            while place < last and data[place] >= ZERO and data[place] <= NINE:
                number = number * 10 + (data[place] - ZERO)
                place += 1
                if place - digits > 9:
                    return -1
            if place == digits or (place - digits > 1 and data[digits] == ZERO):
                return -1
            if opens:
                if depth == stack.shape[0]:
                    return -1
                slot = number & mask
                while table[slot] >= 0 and entities[table[slot]] != number:
                    slot = (slot + 1) & mask
                if table[slot] < 0:
                    table[slot] = chains
                    entities[chains] = number
                    chains += 1
                mentions[count, 0] = token
                mentions[count, 2] = table[slot]
                stack[depth, 0] = count
                stack[depth, 1] = number
                count += 1
                depth += 1
            if place < last and data[place] == CLOSE:
                level = depth - 1
                while level >= 0 and stack[level, 1] != number:
                    level -= 1
                if level < 0:
                    return -1
                mentions[stack[level, 0], 1] = token + 1
                depth -= 1
                while level < depth:
                    stack[level, 0] = stack[level + 1, 0]
                    stack[level, 1] = stack[level + 1, 1]
                    level += 1
                place += 1
            elif not opens:
                return -1
            if place == last:
                break
            if data[place] != BAR:
                return -1
            place += 1
    return count if depth == 0 else -1
