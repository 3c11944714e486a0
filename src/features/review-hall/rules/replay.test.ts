import { describe, expect, test } from 'vitest'
import { commitmentOf, digestOf, draw } from '#contract/draw.ts'
import {
  type Bundle,
  BUNDLE_TYPE,
  type BundleContent,
  FORMULAS,
  marksHash,
  recompute,
  replay,
  sealed,
} from './replay.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { randomParts, withDrawn } from '#features/evaluation/rules/random-price.ts'
import { lotParts } from './replay-draws.ts'

const SECRET = { seed: 'ab'.repeat(32), entropy: digestOf(['x', 'y']) }
const JUDGES = ['r1', 'r2', 'r3']

/** Two bids that the rules leave equal, a third that failed, marks by three members, a price, drawn lots. */
function bundle(): Bundle {
  const marks = (reviewer: number, kind: 'pass' | 'score') =>
    ['a', 'b', ...(kind === 'pass' ? ['c'] : [])].map((bid): Bundle['judgements'][number]['marks'][number] =>
      kind === 'pass'
        ? [bid, 'i1', null, bid !== 'c', bid === 'c' ? '未提供' : '']
        : [bid, 'i2', ['30.00', '36.00', '33.50'][reviewer]!, null, '较好'],
    )
  const judgements = (['pass', 'score'] as const).flatMap((kind) =>
    JUDGES.map((reviewerId, i) => {
      const own = marks(i, kind)
      return { wayId: kind, reviewerId, commitment: marksHash(own), marks: own }
    }),
  )
  const lots = [{ label: '第1组并列投标', options: ['a', 'b'].map((value) => ({ value, label: value })), picks: 2 }]
  const way = { aggregation: 3, isAutomatic: false, params: {}, judges: JUDGES }
  const content: BundleContent = {
    type: BUNDLE_TYPE,
    formulas: FORMULAS,
    order: { code: 'ZB1', title: '设备', method: 1, controlPrice: '1000.00', allRejected: false },
    ways: [
      {
        ...way,
        id: 'pass',
        type: 1,
        name: '资格评审',
        itemKind: 1,
        items: [{ id: 'i1', name: '执照', fullMark: '0', isObjective: true }],
      },
      {
        ...way,
        id: 'score',
        type: 4,
        name: '技术评分',
        itemKind: 2,
        items: [{ id: 'i2', name: '方案', fullMark: '40', isObjective: false }],
      },
      {
        ...way,
        judges: [],
        id: 'price',
        type: 3,
        name: '价格评分',
        itemKind: 2,
        isAutomatic: true,
        params: { base: 3, scoring: 'ratio', fullMarks: '30', percentage: '96', floatingRate: '0' },
        items: [],
      },
    ],
    bids: ['a', 'b', 'c'].map((id, i) => ({
      id,
      no: i + 1,
      name: `公司${id}`,
      opening: '950.00',
      changes: id === 'c' ? [] : [{ at: '2026-11-01T00:00:00.000Z', amount: '900.00' }],
      price: id === 'c' ? '950.00' : '900.00',
      disqualified: id === 'c' ? '资格评审不合格' : null,
    })),
    judgements,
    draws: [
      {
        purpose: 'lots',
        parts: lots,
        source: { by: 'seed', commitment: commitmentOf(SECRET.seed), ...SECRET },
        result: draw(SECRET, lots),
      },
      {
        purpose: 'opening',
        parts: [{ label: '百分比 P', options: ['95', '96'].map((value) => ({ value, label: `${value}%` })), picks: 1 }],
        source: { by: 'hand', how: '投标人代表摇号' },
        result: [{ label: '百分比 P', value: '96' }],
      },
    ],
    results: { outcomes: [], ranking: [] },
  }
  return sealed({ ...content, results: recompute(content) })
}

test('an untouched bundle computes to its own hash, every time', () => {
  const one = bundle()
  expect(replay(one)).toEqual({ hash: one.hash, problems: [] })
  expect(replay(JSON.parse(JSON.stringify(one)) as Bundle).hash).toBe(one.hash)
  expect(one.results.ranking.map((r) => [r.bidId, r.rank])).toEqual(
    expect.arrayContaining([
      ['a', expect.any(Number)],
      ['b', expect.any(Number)],
    ]),
  )
  expect(one.results.outcomes.find((o) => o.wayId === 'score')!.score).toBe('33.17')
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
    expect(replay(made)).toEqual({ hash: made.hash, problems: [] })
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

test('draws: the seed is the one committed to, the result follows, by hand it is one of the options', () => {
  const altered = (change: (content: Bundle) => void) => placesAfter(bundle(), change)
  const seed = { ...SECRET, seed: 'cd'.repeat(32) }
  expect(altered(({ draws }) => Object.assign(draws[0]!.source, seed))).toContain('draws/0: 种子与公布的哈希不一致')
  expect(altered(({ draws }) => Object.assign(draws[0]!, { result: draws[0]!.result.toReversed() }))).toContain(
    'draws/0: 抽取结果与种子不一致',
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
    const result = draw(SECRET, parts)
    const price = content.ways[2]!
    content.order.method = 7
    content.draws[1] = {
      purpose: 'price-params',
      parts,
      source: { by: 'seed', commitment: commitmentOf(SECRET.seed), ...SECRET },
      result,
    }
    price.params = withDrawn(price.params as PriceScoreInput, result)
    return sealed({ ...content, results: recompute(content) })
  }

  test('computes to its own hash, and is nothing without its draws', () => {
    const one = random()
    expect(replay(one)).toEqual({ hash: one.hash, problems: [] })
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
    // At least seed, entropy, commitment, kind, purpose, and every part and result of both draws.
    expect(leaves(one.draws).length).toBeGreaterThan(30)
    expect(missed).toEqual([])
    const entropy = digestOf(['x', 'z'])
    expect(placesAfter(one, ({ draws }) => Object.assign(draws[1]!.source, { entropy }))).toContain(
      'draws/1: 抽取结果与种子不一致',
    )
    // A draw by the seed passed off as one by hand could have been any result.
    const byHand = placesAfter(one, ({ draws }) => Object.assign(draws[1]!, { source: { by: 'hand', how: '摇号' } }))
    expect(byHand).toEqual(['draws/1: 抽取方式与抽取事项不符'])
  })

  test('lots are drawn among those the rules leave equal, not among others', () => {
    const one = random()
    const places = placesAfter(one, ({ draws }) => {
      const parts = lotParts([['a', 'b', 'c']])
      Object.assign(draws[0]!, { parts, result: draw(SECRET, parts) })
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
    const depth = top === 'results' ? 3 : top === 'formulas' || top === 'order' ? 1 : 2
    return !problems.some((p) => p.path === path.slice(0, depth).join('/'))
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
