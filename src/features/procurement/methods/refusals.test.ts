import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compete } from './compete.ts'
import { foreignWords } from './foreign-words.ts'

const FEATURES = join(import.meta.dirname, '../..')

/** Whose calls tenders alone reach: they open and are reviewed in a hall. */
const OF_TENDERS = /^(opening-hall|review-hall)\//

/** What names both at once, and the title of a law. */
const NEUTRAL = /中标（成交）|招标投标法/g

/** What is refused in the words that stand in the code: the literals of a call that makes an error, words in braces left out. */
function refusals(text: string): string[] {
  const calls = [...text.matchAll(/\b(?:new AppError|refuse|refused|refusal|invalid)\(/g)].map(({ index }) => {
    let depth = 0
    for (let end = text.indexOf('(', index); end < text.length; end++) {
      if (text[end] === '(') depth++
      if (text[end] === ')' && --depth === 0) return text.slice(index, end)
    }
    return ''
  })
  return calls.flatMap((call) =>
    [...call.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(([, plain, filled]) =>
      (plain ?? filled!).replaceAll(/\{\w+\}/g, ''),
    ),
  )
}

test('a refusal speaks of tenders only where tenders alone are refused', () => {
  const files = globSync('*/{server,steps,rules}/**/*.ts', { cwd: FEATURES }).filter(
    (path) => !path.endsWith('.test.ts') && !path.includes('/testing/') && !OF_TENDERS.test(path),
  )
  const said = files.flatMap((path) =>
    refusals(readFileSync(join(FEATURES, path), 'utf8')).map((refusal) => ({ path, refusal })),
  )
  expect(said.length).toBeGreaterThan(1500)
  expect(said.filter(({ refusal }) => foreignWords(compete, refusal.replaceAll(NEUTRAL, '')).length > 0)).toEqual([])
})
