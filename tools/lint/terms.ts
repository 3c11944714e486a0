import { parseSync } from 'rolldown/utils'
import type { SourceFile } from './files.ts'
import type { Problem } from './problem.ts'

const GLOSSARY = 'docs/glossary.md'
/**
 * What people read. What only operators and programmers read speaks both languages; the demonstration's data is made up;
 * what payment providers write is in their words.
 */
const READ =
  /^src\/(?!demo\/)(?!.*\.test\.)(?!.*\/(testing|tools)\/)(?!features\/payment\/server\/(providers|gateway)\/)(?!server\/(main|config|marks|database|integrity|secrecy|files\/(agreement|bucket|s3-place))).*\.tsx?$/
const HAN = /\p{Script=Han}/u
/** Attributes that are shown or read out. */
const SHOWN = new Set([
  'title',
  'label',
  'placeholder',
  'aria-label',
  'alt',
  'hint',
  'okText',
  'cancelText',
  'help',
  'extra',
])
const RULE_ID = /\b[ABR]-\d{1,3}\b|\bCTS-/
/** A break within a text of an element is a space on the screen, which Chinese has none of. */
const BREAK = /[\p{Script=Han}，。；：、！？）”]\s*\n\s*[\p{Script=Han}（“]/u
const COMMAND = /\b(npm|npx|node) [a-z]/

interface Glossary {
  /** Variants, longest first, each with the term in its place and the terms that it is a part of: 废标 of 废标检查. */
  variants: readonly { one: string; term: string; within: readonly string[] }[]
  latin: ReadonlySet<string>
}

interface Text {
  start: number
  value: string
  /** Shown whatever its letters are; formulas and keys, which may be Latin; or any string, which is for people if it is Chinese. */
  kind: 'shown' | 'code' | 'any'
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Texts for people that use a variant of a term, name a rule or a command, hold English, or break within Chinese. */
export function checkTerms(files: SourceFile[]): Problem[] {
  const source = files.find(({ path }) => path === GLOSSARY)
  if (!source) return []
  const glossary = readGlossary(source.text)
  return files.filter(({ path }) => READ.test(path)).flatMap((file) => checkFile(file, glossary))
}

function checkFile({ path, text }: SourceFile, glossary: Glossary): Problem[] {
  return textsOf(parseSync(path, text).program as unknown as Node).flatMap(({ start, value, kind }) => {
    const why = faultOf(value, kind, glossary)
    return why === null ? [] : [{ path, line: text.slice(0, start).split('\n').length, rule: 'term', text: why }]
  })
}

function faultOf(value: string, kind: Text['kind'], { variants, latin }: Glossary): string | null {
  // Templates of documents and queries are of several lines; what documents a call for programmers is English.
  if (!HAN.test(value) && kind === 'any') return null
  if (kind === 'any' && /^[\s(]*[a-z]|^[A-Z][a-z]+ (a|an|the|what|that|why|on|it|one|[a-z]+s?) /.test(value))
    return null
  const variant = variants.find(({ one, term, within }) =>
    [term, ...within].reduce((rest, whole) => rest.replaceAll(whole, ''), value).includes(one),
  )
  if (variant) return `"${variant.one}": ${GLOSSARY} says ${variant.term}`
  const found = RULE_ID.exec(value) ?? COMMAND.exec(value)
  if (found) return `"${found[0]}": no rule ids and commands in texts for people`
  if (kind === 'code') return null
  if (kind === 'shown' && BREAK.test(value)) return 'the line break becomes a space on screen; write one string'
  // Words in braces are the method's: 确定{winner}.
  const plain = value.replace(
    /\{\{[^}]*\}\}|\{[a-zA-Z]+\}|&\w+;|\.[a-z]{3,4}\b|\b[\w.@-]+\.(cn|com|pem|json)\b|\/[a-z]+\/?|#\w+/g,
    ' ',
  )
  const word = plain.match(/[A-Za-z]+/g)?.find((one) => !latin.has(one) && !/^([A-Z]|[a-z]{1,2}|X+)$/.test(one))
  return word ? `"${word}": English in a text for people; ${GLOSSARY} lists what may stand` : null
}

/** Strings, parts of templates and texts of elements. */
function textsOf(root: Node): Text[] {
  const texts: Text[] = []
  const visit = (node: Node, given: Text['kind']) => {
    if (/^(Import|ExportAll|TS)/.test(node.type) || isDescription(node)) return
    const kind = isCode(node) ? 'code' : given
    if (node.type === 'Literal' && typeof node.value === 'string')
      texts.push({ start: node.start, value: node.value, kind })
    if (node.type === 'JSXText')
      texts.push({ start: node.start, value: node.value as string, kind: kind === 'code' ? kind : 'shown' })
    if (node.type === 'TemplateElement') {
      const { raw } = node.value as { raw: string }
      if (!raw.includes('\n')) texts.push({ start: node.start, value: raw, kind })
    }
    const name = node.type === 'JSXAttribute' ? (node.name as { name: string }).name : null
    for (const child of Object.values(node))
      for (const one of Array.isArray(child) ? child : [child])
        if (isNode(one))
          visit(
            one,
            name !== null && SHOWN.has(name) && one.type === 'Literal' ? 'shown' : kind === 'code' ? kind : 'any',
          )
  }
  visit(root, 'any')
  return texts
}

/** `.describe('…')` speaks to programmers. */
function isDescription({ type, callee }: Node): boolean {
  return type === 'CallExpression' && (callee as { property?: { name?: string } }).property?.name === 'describe'
}

function isCode({ type, openingElement }: Node): boolean {
  return type === 'JSXElement' && /^(code|kbd)$/.test((openingElement as { name: { name?: string } }).name.name ?? '')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function readGlossary(text: string): Glossary {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && HAN.test(line))
  const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())
  const terms = rows.map((line) => cellsOf(line)[1]!)
  const variants = rows.flatMap((line) => {
    const [, term, , , not] = cellsOf(line)
    return (not ?? '')
      .split('、')
      .filter(Boolean)
      .map((one) => ({ one, term: term!, within: terms.filter((whole) => whole.includes(one)) }))
  })
  const latin = text.slice(text.lastIndexOf('\n\n')).match(/[A-Za-z]+/g) ?? []
  return { variants: variants.toSorted((a, b) => b.one.length - a.one.length), latin: new Set(latin) }
}
