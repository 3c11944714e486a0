import { type Kind, TABLES_OF } from '#contract/kinds.ts'

/** Kinds of records that a statement reads and writes. Statements that touch the same have the same object. */
export interface Touch {
  readonly reads: readonly Kind[]
  readonly writes: readonly Kind[]
}

/** Tables that functions of the database write; a test reads them from the catalogue. */
export const WRITTEN_BY: Readonly<Record<string, readonly string[]>> = {
  kb_close: ['ledger_close', 'ledger_close_total'],
  kb_hold: ['ledger_account', 'ledger_hold'],
  kb_ledger_account: ['ledger_account'],
  kb_ledger_write: ['ledger_account', 'ledger_entry', 'ledger_journal'],
  kb_post: ['ledger_account', 'ledger_entry', 'ledger_journal'],
  kb_prove_mobile: ['app_user', 'login_session', 'employee'],
  kb_record: ['outbox', 'audit_intake'],
  kb_settle: ['ledger_account', 'ledger_hold', 'ledger_entry', 'ledger_journal'],
}

const KIND_OF: ReadonlyMap<string, Kind> = new Map(
  Object.entries(TABLES_OF).flatMap(([kind, tables]) => tables.map((table) => [table, kind as Kind] as const)),
)

/** Lists of values make new texts all the time. */
const MOST_TEXTS = 4000
const byText = new Map<string, Touch>()
const byContent = new Map<string, Touch>()

/** What a statement touches, by its text alone: no row is looked at. A name that is a column counts for its table at worst. */
export function touchOf(text: string): Touch {
  const found = byText.get(text)
  if (found) return found
  if (byText.size >= MOST_TEXTS) byText.clear()
  const { read, written } = tablesOf(text)
  const touch = shared({ reads: kindsOf(read), writes: kindsOf(written) })
  byText.set(text, touch)
  return touch
}

function shared(touch: Touch): Touch {
  const content = `${touch.reads.join()}>${touch.writes.join()}`
  const known = byContent.get(content) ?? touch
  byContent.set(content, known)
  return known
}

function kindsOf(tables: ReadonlySet<string>): Kind[] {
  return [...new Set([...tables].flatMap((table) => KIND_OF.get(table) ?? []))].toSorted()
}

type Use = 'read' | 'written'

/** Text and comments are passed over; names may be quoted. */
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"[^"]*"|[a-z_][a-z_0-9]*|[(),.;]/gi
/** Ends a list of tables. */
const CLAUSES = new Set(
  'where set on group order limit offset returning values select union window having for'.split(' '),
)
/** Stands between `update` or `from` and the name. */
const FILLERS = new Set(['only', 'lateral'])
/** `for update`, `do update`, `for no key update`: no table follows. */
const NO_UPDATE = new Set(['for', 'do', 'key'])

/** Names that stand where SQL wants a table: after from, join, using, into, update, and behind commas of such lists. */
export function tablesOf(text: string): Record<Use, Set<string>> {
  const found = { read: new Set<string>(), written: new Set<string>() }
  const outer: { expected: Use | null; isList: boolean }[] = []
  let here: { expected: Use | null; isList: boolean } = { expected: null, isList: false }
  let before = ''
  let last: { use: Use; name: string } | null = null
  const expect = (expected: Use, isList = false) => void (here = { expected, isList: isList || here.isList })
  for (const [token] of text.matchAll(TOKEN)) {
    const first = token[0]!
    if (first === "'" || token.startsWith('--') || token.startsWith('/*')) continue
    const word = token.toLowerCase()
    if (first === '(') {
      outer.push({ ...here, expected: null })
      here = { expected: here.expected, isList: here.expected !== null }
    } else if (first === ')') here = outer.pop() ?? { expected: null, isList: false }
    else if (first === ',') here.expected = here.isList ? 'read' : null
    else if (first === ';') here = { expected: null, isList: false }
    else if (first === '.') {
      // What was taken for a table is its schema.
      if (last) here.expected = last.use
    } else if (word === 'from' && before !== 'distinct') {
      if (before === 'delete') expect('written')
      else expect('read', true)
    } else if (word === 'join') expect('read')
    else if (word === 'using') expect('read', true)
    else if (word === 'into') expect('written')
    else if (word === 'update' && !NO_UPDATE.has(before)) expect('written')
    else if (CLAUSES.has(word)) here = { expected: null, isList: false }
    else if (!FILLERS.has(word)) {
      const name = first === '"' ? token.slice(1, -1) : word
      for (const table of WRITTEN_BY[name] ?? []) found.written.add(table)
      if (here.expected) {
        last = { use: here.expected, name }
        found[here.expected].add(name)
        here.expected = null
        before = word
        continue
      }
    }
    last = null
    before = word
  }
  return found
}
