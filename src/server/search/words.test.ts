import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { wordsOf } from './words.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ features: [] })
})

/** Whether the database finds the text by the keyword; null where the keyword holds no words. */
async function finds(pairs: readonly (readonly [text: string, keyword: string])[]): Promise<boolean[]> {
  const queries = pairs.map(([text, keyword]) => [text, wordsOf(keyword)?.all.join(' & ') ?? null])
  const { rows } = await system.owner.query<{ found: boolean }>(
    `select kb_words(text) @@ query::tsquery as found
     from unnest($1::text[], $2::text[]) with ordinality as _ (text, query, n) order by n`,
    [queries.map(([text]) => text), queries.map(([, query]) => query)],
  )
  return rows.map((row) => row.found)
}

test.each([
  ['医疗设备采购第123标段', '设备采购', true],
  ['医疗设备采购第123标段', '第123标段', true],
  ['医疗设备采购第123标段', '第12', true],
  // More was typed behind the number: it is whole.
  ['医疗设备采购第123标段', '第12标段', false],
  ['医疗设备采购第123标段', '备购', false],
  ['医疗设备采购第123标段', '疗', true],
  ['医疗设备采购第123标段', '段', true],
  ['ＣＴ－６４排（进口）', 'ct 64', true],
  ['CT-64排', 'ｃＴ６４', true],
  ['ZB2026112300000001001001', 'zb20261123', true],
  ['ZB2026112300000001001001', 'ZB2026112300000001001001', true],
  ['ZB2026112300000001001001', 'ZB20261123000000010010019', false],
  ['ZB2026112300000001001001', '2026112300000001', true],
  ['𠮷祥物采购', '𠮷祥', true],
  ["it's a \\ test", "it's", true],
])('%s is searched for %s: %s', async (text, keyword, isFound) => {
  expect(await finds([[text, keyword]])).toEqual([isFound])
})

test('a keyword of signs alone asks for nothing', () => {
  expect(wordsOf(" %_'&|!:*()《》")).toBeNull()
})

test('every text is found by itself and by whatever it holds from the beginning of a word on', async () => {
  const sign = fc.constantFrom(...'招标采购医疗设备一二𠮷é', ...'abZ09', ..." -%_'\\（：", 'Ⅷ', '①')
  const texts = fc.sample(fc.string({ unit: sign, minLength: 1, maxLength: 30 }), 300)
  const pairs = texts.flatMap((text) => {
    const plain = text.normalize('NFKC').toLowerCase()
    const signs = [...plain]
    const begins = signs.flatMap((_, i) =>
      i === 0 || kindOf(signs[i]!) !== kindOf(signs[i - 1]!) || kindOf(signs[i]!) === 'other' ? [i] : [],
    )
    const from = begins[Math.floor(begins.length / 2)]!
    return [text, signs.slice(from).join('')].filter((part) => wordsOf(part)).map((part) => [text, part] as const)
  })
  const found = await finds(pairs)
  expect(pairs.filter((_, i) => !found[i])).toEqual([])
})

function kindOf(sign: string): 'letter' | 'digit' | 'other' {
  return /[a-z]/.test(sign) ? 'letter' : /[0-9]/.test(sign) ? 'digit' : 'other'
}
