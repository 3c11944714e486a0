import type { SourceFile } from './files.ts'
import type { Problem } from './problem.ts'

const MAX_LINES = 300
/** Classes that libraries give their own elements. */
const LIBRARIES = /^(ant|ProseMirror|react-pdf)(-|_|$)/
const CODE = /\.(tsx|ts|html)$/

/** Style sheets one can read, and no rule in them for a class that nobody gives anything. */
export function checkStyleSheets(files: SourceFile[]): Problem[] {
  const code = files.filter(({ path }) => CODE.test(path) && !/\.test\.tsx?$/.test(path)).map(({ text }) => text)
  const given = new Set(code.flatMap((text) => text.match(/[\w-]+/g) ?? []))
  // `kb-tag-${tone}`: whatever follows.
  const begun = new Set(code.flatMap((text) => [...text.matchAll(/([\w-]+-)\$\{/g)].map((match) => match[1]!)))
  const isGiven = (name: string) =>
    LIBRARIES.test(name) || given.has(name) || [...begun].some((start) => name.startsWith(start) && start !== 'kb-')
  return files
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap((file) => [...checkSize(file), ...checkClasses(file, isGiven)])
}

function checkSize({ path, text }: SourceFile): Problem[] {
  const lines = text.trimEnd().split('\n').length
  if (lines <= MAX_LINES) return []
  return [{ path, line: MAX_LINES, rule: 'style size', text: `${lines} lines; say it with layout.css, or split it` }]
}

function checkClasses({ path, text }: SourceFile, isGiven: (name: string) => boolean): Problem[] {
  // Comments and values keep their lines, and hold no class.
  const selectors = text
    .replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/\{[^{}]*\}/g, (block) => block.replace(/[^\n]/g, ' '))
  return selectors.split('\n').flatMap((line, index) =>
    [...line.matchAll(/\.([A-Za-z][\w-]*)/g)]
      .map((match) => match[1]!)
      .filter((name) => !isGiven(name))
      .map((name): Problem => ({ path, line: index + 1, rule: 'class', text: `nobody uses .${name}` })),
  )
}
