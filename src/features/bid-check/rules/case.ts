import type { BidCheckFacts } from '../contract.ts'

/** A line of a file: page or paragraph, counted from 1, and its text. */
export interface Line {
  at: number
  text: string
}

/** Why nothing of a file could be read. */
export type Unreadable = 'empty' | 'damaged' | 'locked' | 'noPages' | 'tooLarge'

/** A file as far as it was read here. */
export type ReadFile =
  | { state: 'failed'; reason: Unreadable }
  | {
      state: 'read'
      unit: 'page' | 'paragraph'
      lines: readonly Line[]
      /** Pages or paragraphs there are, and how many were read. */
      total: number
      read: number
      /** Numbers of pages without text: pictures of paper. */
      empty: readonly number[]
      /** Who made it, as it says itself. */
      properties: readonly { label: string; value: string }[]
    }

/** A file of the bid. `envelope`: of two; null where there is one. */
export interface CheckedFile {
  id: string
  name: string
  envelope: 1 | 2 | null
  content: ReadFile
}

/** All that is held against each other: the bid as it stands, and what the order asks for. Amounts in yuan. */
export interface Case {
  order: {
    code: string
    title: string
    method: number
    /** The ceiling; null: none. */
    controlPrice: string | null
    /** Published changes that are not confirmed. */
    unconfirmed: number
  }
  facts: BidCheckFacts
  bid: {
    /** Sum of the lines as they are typed; null while a line lacks its price. */
    total: string | null
    /** What would keep the bid from being sealed, in words. */
    lacks: { price: readonly string[]; files: readonly string[] }
    /** Odd, but taken. */
    warnings: readonly string[]
    marks: readonly { name: string; value: string }[]
  }
  /** Of the own bond; null: none is demanded. */
  bond: { isInForce: boolean; isPending: boolean; demanded: string; deadline: string | null; canReject: boolean } | null
  /** Demanded papers that end before the deadline. */
  lapses: readonly { kind: string; validUntil: string; isRequired: boolean; renewedUntil: string | null }[]
  files: readonly CheckedFile[]
}

/** 会被否决, 请核对, 已满足. */
export type Severity = 'reject' | 'check' | 'met'
/** Where it is mended: a step of the page, or a page of its own. */
export type Place = 'price' | 'files' | 'seal' | 'bond' | 'signUp'

/** What a rule found. `at`: page or paragraph of the file. */
export interface Fault {
  severity: Exclude<Severity, 'met'>
  text: string
  fileId?: string
  at?: number
}

/** One thing that is checked. */
export interface Rule {
  key: string
  title: string
  place: Place
  /** What says so; words of the method in braces, `law` where the order is a tender by law. */
  source: { law: string; else: string } | ((bid: Case) => string)
  /** Said where nothing was found. */
  met: string
  /** Null: it does not apply, or there is nothing to be held against. */
  find: (bid: Case) => Fault[] | null
}

export interface Finding {
  key: string
  title: string
  severity: Severity
  text: string
  source: string
  place: Place
  file: { id: string; name: string; at: number | null; unit: 'page' | 'paragraph' } | null
}

/** Files whose text is there. */
export function textsIn({ files }: Pick<Case, 'files'>) {
  return files.flatMap(({ content, ...file }) =>
    content.state === 'read' && content.lines.length > 0 ? [{ ...file, ...content }] : [],
  )
}
