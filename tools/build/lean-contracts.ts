import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What a call's constant says for the server and its documentation only; the browser sends and reads without. */
const SERVER_ONLY = new Set(['summary', 'returns', 'errors', 'params', 'query'])
const CONTRACT = /src[\\/]features[\\/][^\\/]+[\\/]contract/
const DECLARATIONS = /src[\\/]features[\\/][^\\/]+[\\/](contract|rules|steps[\\/][^\\/]+[\\/](settings|terms))/
const SCREENS = 'src/{web,features/*/web,demo/web}/**/*.{ts,tsx}'

/**
 * Leaves the server's half of each call out of the browser's build: answers are typed, not validated, in the browser, so
 * their schemas would only be downloaded. The schema of what is sent stays where a form reads it as `call.body`, by the
 * call's own name. Then declarations of contracts and rules are marked as doing nothing but being there, so that those
 * nothing uses fall away.
 */
export function leanContracts(root = join(import.meta.dirname, '../..')): Plugin {
  let read = new Set<string>()
  return {
    name: 'kaibiao-lean-contracts',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      const files = globSync(SCREENS, { cwd: root })
      read = bodiesRead(files.map((file) => readFileSync(join(root, file), 'utf8')))
    },
    transform(code, id) {
      if (!DECLARATIONS.test(id)) return null
      const program = this.parse(code) as unknown as Node
      const edits = CONTRACT.test(id) && code.includes('endpoint(') ? cutsOf(program, read) : []
      return { code: edited(code, [...edits, ...marksOf(program)]), map: null, moduleSideEffects: false }
    },
  }
}

/** Names of the calls of which some file of these reads the schema of the body. */
export function bodiesRead(files: readonly string[]): Set<string> {
  return new Set(files.flatMap((code) => [...code.matchAll(/\b(\w+)\.body\b/g)].map((found) => found[1]!)))
}

interface Node {
  type: string
  start: number
  end: number
  name?: string
  id?: Node
  init?: Node | null
  declaration?: Node | null
  declarations?: Node[]
  body?: Node | Node[]
  callee?: Node
  key?: Node
  arguments?: Node[]
  properties?: Node[]
}

interface Edit {
  start: number
  end: number
  text: string
}

/** Removes the properties that only the server reads, each with the comma behind it. */
function cutsOf(program: Node, read: ReadonlySet<string>): Edit[] {
  const edits: Edit[] = []
  const cut = (call: Node, keepsBody: boolean) => {
    if (call.type !== 'CallExpression' || call.callee?.name !== 'endpoint') return
    for (const property of call.arguments?.[0]?.properties ?? []) {
      const name = property.key?.name ?? ''
      if (SERVER_ONLY.has(name) || (name === 'body' && !keepsBody))
        edits.push({ start: property.start, end: property.end, text: '' })
    }
  }
  const named = new Set<Node>()
  for (const { id, init } of declaredAt(program)) {
    if (!init) continue
    named.add(init)
    cut(init, read.has(id?.name ?? ''))
  }
  visit(program, (node) => named.has(node) || cut(node, true))
  return edits
}

/** Marks each constant made by calling something, as a whole: nothing happens by loading a contract or rules. */
function marksOf(program: Node): Edit[] {
  return declaredAt(program).flatMap(({ init }) => {
    if (!init || !makes(init)) return []
    return [
      { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ]
  })
}

/** The constants at the top of a file. */
function declaredAt(program: Node): Node[] {
  const statements = Array.isArray(program.body) ? program.body : []
  return statements.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return declaration?.type === 'VariableDeclaration' ? (declaration.declarations ?? []) : []
  })
}

function makes(init: Node): boolean {
  let found = false
  visit(init, ({ type }) => {
    found ||= type === 'CallExpression' || type === 'NewExpression' || type === 'MemberExpression'
  })
  return found && !/Function/.test(init.type)
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, see)
  }
}

function edited(code: string, edits: readonly Edit[]): string {
  let out = ''
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    out += code.slice(at, start) + text
    at = end
    if (text === '') at += /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
  }
  return out + code.slice(at)
}
