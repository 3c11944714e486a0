import type { SourceFile } from './files.ts'
import type { Problem } from './problem.ts'

/** What committed text does not contain, and why. */
const WORDS: { pattern: RegExp; why: string; only?: RegExp }[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, why: 'do it, or write it down in docs' },
  { pattern: /^(<{7}|={7}|>{7})( |$)/, why: 'left over from a merge' },
  { pattern: /@ts-(ignore|nocheck)/, why: 'repair the type; @ts-expect-error with a reason at the utmost' },
  { pattern: /\b(it|test|describe)\.only\(/, why: 'hides the other tests', only: /\.test\.tsx?$|^e2e\// },
  {
    pattern: /\.setFields\(/,
    why: 'errors that are placed at fields leave when mended: useFieldErrors of the kit',
    only: /^src\/features\/.*\.tsx?$/,
  },
  // One address of the platform itself begins like a folder of somebody.
  { pattern: /(?<![\w.])\/(work|home(?!\/enterprise-certificate)|Users|root)\/[\w-]/, why: 'a path of one machine' },
  {
    pattern: /"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/,
    why: 'a registry of one machine',
    only: /lock\.json$/,
  },
  { pattern: /\b(lorem ipsum|not (yet )?implemented)\b/i, why: 'finish it' },
  { pattern: /\b(co-authored-by|sub-?agents?)\b/i, why: 'says how a text came about, not what it means' },
]

/** This file must name what it forbids, and its test shows it. */
const EXEMPT = /^tools\/lint\/(words|lint\.test)\.ts$|^LICENSE$/

export function checkWords(files: SourceFile[]): Problem[] {
  return files
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) => {
      const words = WORDS.filter(({ only }) => only?.test(path) ?? true)
      return text.split('\n').flatMap((content, index) =>
        words.flatMap(({ pattern, why }) => {
          const found = pattern.exec(content)
          return found ? [{ path, line: index + 1, rule: 'word', text: `"${found[0].trim()}": ${why}` }] : []
        }),
      )
    })
}
