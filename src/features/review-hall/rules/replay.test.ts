import { describe, expect, test } from 'vitest'
import { commitmentOf, digestOf, DRAW_VERSION, drawBySeed, EARLIER_DRAW_VERSION, hashOf } from '#contract/draw.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { randomParts, withDrawn } from '#features/evaluation/rules/random-price.ts'
import { type Bundle, EARLIER_BUNDLE_TYPE } from './bundle.ts'
import { FORMULAS, formulasOf, recompute, replay, sealed } from './replay.ts'
import { lotParts } from './replay-draws.ts'
import { bundle, contentOf, LOT_PARTS, resealed, stepped } from './testing/bundle.ts'

const SECRET = { seed: 'ab'.repeat(32), entropy: digestOf(['x', 'y']) }

/** The same review as it was exported before draws went by steps. */
function earlier(): Bundle {
  const { digests: _, hash: __, committee: _c, motions: _m, ...content } = structuredClone(bundle())
  delete content.order.id
  for (const way of content.ways) delete way.judged
  for (const bid of content.bids) delete bid.ground
  content.draws[0] = {
    purpose: 'lots',
    parts: LOT_PARTS,
    source: { by: 'seed', commitment: commitmentOf(SECRET.seed), ...SECRET },
    result: drawBySeed(SECRET, LOT_PARTS),
  }
  const type = EARLIER_BUNDLE_TYPE
  return resealed({ ...content, type, formulas: { ...FORMULAS, draw: formulasOf(type).draw } })
}

test('an untouched bundle computes to its own hash, every time', () => {
  const one = bundle()
  expect(replay(one)).toMatchObject({ hash: one.hash, problems: [] })
  expect(replay(JSON.parse(JSON.stringify(one)) as Bundle).hash).toBe(one.hash)
  expect(one.results.ranking.map((r) => [r.bidId, r.rank])).toEqual(
    expect.arrayContaining([
      ['a', expect.any(Number)],
      ['b', expect.any(Number)],
    ]),
  )
  expect(one.results.outcomes.find((o) => o.wayId === 'score')!.score).toBe('41.17')
  expect(replay(one).notes).toEqual([
    'draws/0（并列次序）：使用“本地信标（演示）”，不是公共信标',
    'draws/1（开标参数）：现场人工抽取，记录本身不能证明随机性',
  ])
})

test('a bundle of before replays as it did, and is none of now', () => {
  const one = earlier()
  expect(replay(one)).toMatchObject({ hash: one.hash, problems: [] })
  expect(replay(one).notes[0]).toContain('旧版抽取')
  const altered = (change: (content: Bundle) => void) => placesAfter(one, change)
  const seed = { ...SECRET, seed: 'cd'.repeat(32) }
  expect(altered(({ draws }) => Object.assign(draws[0]!.source, seed))).toContain('draws/0: 种子与公布的哈希不一致')
  expect(altered(({ draws }) => Object.assign(draws[0]!, { result: draws[0]!.result.toReversed() }))).toContain(
    'draws/0: 抽取结果与种子不一致',
  )
  const byHand = altered(({ draws }) => Object.assign(draws[0]!, { source: { by: 'hand', how: '摇号' } }))
  expect(byHand).toContain('draws/0: 抽取方式与抽取事项不符')
  // A draw of before in a bundle of now: whoever holds the root secret knew its seed.
  const mixed = placesAfter(bundle(), ({ draws }) => Object.assign(draws[0]!, one.draws[0]))
  expect(mixed).toContain('draws/0: 抽取方式与抽取事项不符')
})

test('a draw of draw/3 replays as it did, under its own formula and beside later ones', () => {
  const content = structuredClone(contentOf())
  content.draws[0] = stepped('lots', LOT_PARTS, { version: EARLIER_DRAW_VERSION })
  for (const draw of [DRAW_VERSION, EARLIER_DRAW_VERSION]) {
    const { problems, notes } = replay(resealed({ ...content, formulas: { ...FORMULAS, draw } }))
    expect(problems).toEqual([])
    expect(notes.join()).toContain('信标轮次仅由平台所记的截止时间确定（旧版抽取）')
  }
})

test('the hash can be expected from elsewhere', () => {
  const one = bundle()
  expect(replay(one, { expect: one.hash.toUpperCase() }).problems).toEqual([])
  const { problems } = replay(one, { expect: hashOf('another') })
  expect(problems).toEqual([{ path: 'hash', message: '与给定的哈希不一致' }])
})

test('a bundle of the earlier formula replays with price marks rounded before they are added', () => {
  const { digests: _, hash: __, ...content } = bundle()
  // 288 ÷ 311 × 30 = 27.781…
  const cheaper = content.bids.map((b) =>
    b.id === 'a' ? { ...b, opening: '288.00', price: '288.00', changes: [] } : b,
  )
  const way = content.ways.map((w) => ({ ...w, params: { base: 2, scoring: 'ratio', fullMarks: '30' } }))
  const given = {
    ...content,
    ways: way,
    draws: [],
    bids: cheaper.map((b) => (b.id === 'b' ? { ...b, changes: [], opening: '311.00', price: '311.00' } : b)),
  }
  const exactUnder = (price: string) => {
    const old = { ...given, formulas: { ...FORMULAS, price } }
    const made = sealed({ ...old, results: recompute(old) })
    expect(replay(made)).toMatchObject({ hash: made.hash, problems: [] })
    return made.results.outcomes.find((o) => o.wayId === 'price' && o.bidId === 'b')!.exact
  }
  expect(exactUnder('price-score/1')).toBe('1389/50')
  expect(exactUnder('price-score/2')).toBe('8640/311')
  expect(replay({ ...bundle(), formulas: { ...FORMULAS, price: 'price-score/0' } }).problems).toContainEqual({
    path: 'formulas',
    message: '公式版本不是 price-score/2',
  })
})

test('a changed mark gives another hash and says where', () => {
  const one = structuredClone(bundle())
  one.judgements[3]!.marks[0]![2] = '39.00'
  const { hash, problems } = replay(one)
  expect(hash).not.toBe(one.hash)
  expect(problems.map((p) => p.path)).toEqual(expect.arrayContaining(['judgements/3', 'hash']))
  expect(problems.some((p) => p.path.startsWith('results/outcomes/'))).toBe(true)
})

/** The places a bundle is found wrong in after a change, its digests and hash made anew. */
function placesAfter(whole: Bundle, change: (bundle: Bundle) => void): string[] {
  const altered = structuredClone(whole)
  change(altered)
  return replay(sealed(altered)).problems.map(({ path, message }) => `${path}: ${message}`)
}

test('draws: the result follows from the steps, by hand it is one of the options', () => {
  const altered = (change: (content: Bundle) => void) => placesAfter(bundle(), change)
  const seed = { operatorSeed: 'cd'.repeat(32) }
  expect(altered(({ draws }) => Object.assign(draws[0]!.source, seed))).toContain(
    'draws/0: 不成立：平台的随机数与事先登记的承诺一致',
  )
  expect(altered(({ draws }) => Object.assign(draws[0]!, { result: draws[0]!.result.toReversed() }))).toContain(
    'draws/0: 不成立：按种子重新抽取，结果一致',
  )
  expect(altered(({ draws }) => Object.assign(draws[1]!.result[0]!, { value: '98' }))).toEqual(
    expect.arrayContaining(['draws/1: 抽取结果不在备选之列', 'ways/2/params/percentage: 载明 96，抽取结果为 98']),
  )
})

test('the price is computed with what was drawn at the opening, whatever the bundle says it was', () => {
  // Another of the options: a lawful draw, but not the one the price was computed with.
  const drawn = placesAfter(bundle(), ({ draws }) => Object.assign(draws[1]!.result[0]!, { value: '95' }))
  expect(drawn).toContain('ways/2/params/percentage: 载明 96，抽取结果为 95')
  expect(drawn.some((place) => place.startsWith('results/outcomes/'))).toBe(true)
  // The parameter made to look like another draw, and the results computed with it.
  const cooked = placesAfter(bundle(), (altered) => {
    Object.assign(altered.ways[2]!.params, { percentage: '95' })
    const plain = { ...altered, draws: altered.draws.filter((one) => one.purpose !== 'opening') }
    altered.results = recompute(plain)
  })
  expect(cooked).toContain('ways/2/params/percentage: 载明 95，抽取结果为 96')
  expect(cooked.some((place) => place.startsWith('results/outcomes/'))).toBe(true)
})

describe('a dual-random review', () => {
  /** The same review under method 7: base and coefficient drawn by the seed, nothing at the opening. */
  function random(): Bundle {
    const { digests: _, hash: __, ...content } = structuredClone(bundle())
    const parts = randomParts({ randomBases: [2, 3, 4], randomRates: ['95', '97', '99'] })
    const drawn = stepped('price-params', parts)
    const { result } = drawn
    const price = content.ways[2]!
    content.order.method = 7
    content.draws[1] = drawn
    price.params = withDrawn(price.params as PriceScoreInput, result)
    return sealed({ ...content, results: recompute(content) })
  }

  test('computes to its own hash, and is nothing without its draws', () => {
    const one = random()
    expect(replay(one)).toMatchObject({ hash: one.hash, problems: [] })
    const without = (purpose: string) =>
      placesAfter(one, (altered) => (altered.draws = altered.draws.filter((d) => d.purpose !== purpose)))
    expect(without('price-params')).toContain('draws: 缺少评标基准价参数的抽取记录')
    expect(without('lots')).toContain('draws: 缺少并列投标的抽签记录')
    expect(placesAfter(one, ({ draws }) => draws.push(structuredClone(draws[1]!)))).toContain(
      'draws/2: 同一事项重复抽取',
    )
  })

  test('parameters other than those drawn are named, field by field', () => {
    const one = random()
    const drawn = one.ways[2]!.params as Record<string, unknown>
    for (const [field, other] of [
      ['base', 1],
      ['percentage', '98'],
      ['floatingRate', '12'],
    ] as const) {
      expect(drawn[field]).not.toBe(other)
      const places = placesAfter(one, (altered) => Object.assign(altered.ways[2]!.params, { [field]: other }))
      expect(places.filter((place) => place.startsWith(`ways/2/params/${field}: `))).toHaveLength(1)
    }
  })

  test('whichever field of a draw is altered, the replay fails though digests and hash are made anew', () => {
    const one = random()
    const missed = leaves(one.draws).filter(
      (path) => placesAfter(one, (altered) => alter(altered, ['draws', ...path])).length === 0,
    )
    // Every field of both frozen draws, of what was revealed, of beacon and result.
    expect(leaves(one.draws).length).toBeGreaterThan(60)
    // Which head of the log named the round, the log has to prove: `verify/record-draws.ts`.
    expect(missed).toEqual([0, 1].map((nth) => [nth, 'source', 'named', 'head']))
    // A draw by the seed passed off as one by hand could have been any result.
    const byHand = placesAfter(one, ({ draws }) => Object.assign(draws[1]!, { source: { by: 'hand', how: '摇号' } }))
    expect(byHand).toContain('draws/1: 抽取方式与抽取事项不符')
  })

  test('lots are drawn among those the rules leave equal, not among others', () => {
    const one = random()
    const places = placesAfter(one, ({ draws }) => {
      draws[0] = stepped('lots', lotParts([['a', 'b', 'c']]))
    })
    expect(places).toContain('draws/0: 抽签的投标不是并列的投标')
  })
})

test('whichever field is altered, the replay fails and names its element', () => {
  const whole = bundle()
  const paths = leaves(whole)
  expect(paths.length).toBeGreaterThan(150)
  const missed = paths.filter((path) => {
    const altered = structuredClone(whole)
    alter(altered, path)
    const { problems } = replay(altered)
    const [top] = path
    if (top === 'hash' || top === 'type' || top === 'digests') return problems.length === 0
    const depth = top === 'results' ? 3 : top === 'formulas' || top === 'order' || top === 'committee' ? 1 : 2
    const element = path.slice(0, depth).join('/')
    return !problems.some((p) => p.path === element || p.path.startsWith(`${element}/`))
  })
  expect(missed).toEqual([])
})

test('whatever is left out, said twice or put elsewhere, the replay fails', () => {
  const whole = bundle()
  const passed = changes(whole).filter(({ change }) => {
    const altered = structuredClone(whole)
    change(altered)
    return replay(altered).problems.length === 0
  })
  expect(passed.map(({ what }) => what)).toEqual([])
})

interface Change {
  what: string
  change: (root: object) => void
}

/** Every field left out, every element of a list left out, said twice, or changed with its neighbour. */
function changes(root: object): Change[] {
  const found: Change[] = []
  const at = (top: object, path: Path) => {
    let place: unknown = top
    for (const key of path) place = (place as Record<string | number, unknown>)[key]
    return place as unknown[]
  }
  const visit = (value: unknown, path: Path) => {
    if (value === null || typeof value !== 'object') return
    for (const [key, inner] of Object.entries(value)) {
      const here = [...path, key]
      const name = here.join('/')
      if (Array.isArray(value)) {
        const i = Number(key)
        found.push({ what: `without ${name}`, change: (top) => void at(top, path).splice(i, 1) })
        found.push({ what: `twice ${name}`, change: (top) => void at(top, path).splice(i, 0, structuredClone(inner)) })
        // The same neighbours in another order are another list, unless they say the same.
        if (i > 0 && JSON.stringify(value[i - 1]) !== JSON.stringify(inner))
          found.push({
            what: `moved ${name}`,
            change: (top) => void at(top, path).splice(i - 1, 2, inner, structuredClone(value[i - 1])),
          })
      } else
        found.push({
          what: `without ${name}`,
          change: (top) => delete (at(top, path) as unknown as Record<string, unknown>)[key],
        })
      visit(inner, here)
    }
  }
  visit(root, [])
  return found
}

type Path = (string | number)[]

function leaves(value: unknown, path: Path = []): Path[] {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) =>
      leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    )
  return [path]
}

function alter(root: object, path: Path): void {
  let place = root as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>
  const last = path.at(-1)!
  const was = place[last]
  place[last] =
    typeof was === 'boolean' ? !was : typeof was === 'number' ? was + 1 : was === null ? 'x' : `${was as string}1`
}
