/** What a reader does not see: moved away, and the second form of a drawing. */
const UNSEEN: ReadonlySet<string> = new Set(['moveFrom', 'Fallback'])
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Paragraphs that hold text; a row with several cells is one line. Deleted and hidden text is left out. */
export function linesOfWord(xml: string): string[] {
  const lines: string[] = []
  /** Cells of the outermost row that is open, each with its paragraphs. */
  let cells: string[][] | null = null
  let [rows, unseen] = [0, 0]
  let [inText, isHidden] = [false, false]
  let paragraph = ''

  const endParagraph = () => {
    const text = paragraph.trim()
    paragraph = ''
    if (text === '') return
    if (cells) (cells.at(-1) ?? cells[cells.push([]) - 1]!).push(text)
    else lines.push(text)
  }
  const endRow = (row: string[][]) => {
    const full = row.filter((cell) => cell.length > 0)
    if (full.length > 1) lines.push(full.map((cell) => cell.join(' ')).join('|'))
    else for (const text of full.flat()) lines.push(text)
  }

  for (const { text, name, isEnd, isEmpty, attributes } of tokensOf(xml)) {
    if (inText && !isHidden && unseen === 0) paragraph += decoded(text)
    if (UNSEEN.has(name)) {
      unseen = Math.max(0, unseen + (isEmpty ? 0 : isEnd ? -1 : 1))
      continue
    }
    if (unseen > 0) continue
    switch (name) {
      case 't':
        inText = !isEnd && !isEmpty
        break
      case 'r':
        isHidden = false
        break
      case 'vanish':
        isHidden = !/val\s*=\s*["'](0|false|off)["']/.test(attributes)
        break
      case 'tab':
      case 'br':
      case 'cr':
        // In the properties of a paragraph a tab is a stop, which adds a blank at most.
        paragraph += ' '
        break
      case 'p':
        endParagraph()
        break
      case 'tr':
        endParagraph()
        rows = Math.max(0, rows + (isEmpty ? 0 : isEnd ? -1 : 1))
        if (!isEnd && rows === 1) cells ??= []
        if (isEnd && rows === 0 && cells) {
          const row: string[][] = cells
          cells = null
          endRow(row)
        }
        break
      case 'tc':
        endParagraph()
        if (!isEnd && rows === 1) cells?.push([])
        break
      default:
    }
  }
  endParagraph()
  if (cells) endRow(cells)
  return lines
}

interface Token {
  /** What stands before the tag. */
  text: string
  /** Without prefix. */
  name: string
  isEnd: boolean
  isEmpty: boolean
  attributes: string
}

/** The tags of XML in their order, in one pass whatever it holds; comments and instructions are left out. */
function* tokensOf(xml: string): Generator<Token> {
  for (let at = 0; ;) {
    const start = xml.indexOf('<', at)
    const isComment = xml.startsWith('<!--', start)
    const close = start === -1 ? -1 : xml.indexOf(isComment ? '-->' : '>', start)
    if (close === -1) return
    // A `>` within a value ends the tag too early, which leaves words outside any text.
    const tag = xml.slice(start + 1, close)
    const text = xml.slice(at, start)
    at = close + (isComment ? 3 : 1)
    if (isComment || tag.startsWith('!') || tag.startsWith('?')) continue
    const isEnd = tag.startsWith('/')
    const isEmpty = tag.endsWith('/')
    const [name = ''] = tag.slice(isEnd ? 1 : 0, isEmpty && !isEnd ? -1 : undefined).split(/\s/, 1)
    yield { text, name: name.slice(name.indexOf(':') + 1), isEnd, isEmpty, attributes: tag }
  }
}

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    return String.fromCodePoint(Math.min(0x10ffff, Number(name.slice(1).replace(/^x/i, '0x'))))
  })
}
