/** The text of a document as far as it was read. */
export interface DocumentText {
  /** What `at` counts from 1: pages of a PDF, lines of a Word file. */
  unit: 'page' | 'paragraph'
  /** In reading order. A row of a table is one line, its cells divided by `|`; lines of a paragraph are joined. */
  lines: { at: number; text: string }[]
  /** Pages or paragraphs there are, and how many of them were read. */
  total: number
  read: number
  /** Pages read that hold no text: most often pictures of paper. */
  empty: number
}

/** Text beyond this is not read: some thousand pages. Characters. */
export const MOST_TEXT = 1_500_000

export const NO_TEXT = '没有可读取的文字，可能是扫描件或图片'
