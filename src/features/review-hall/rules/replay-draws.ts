import { isPublicChain } from '#contract/beacon-chain.ts'
import {
  checkSeedDraw,
  type DrawPart,
  type DrawRecord,
  EARLIER_DRAW_VERSION,
  isDrawable,
  valuesOf,
} from '#contract/draw.ts'
import { forfeits, steppedProblems } from '#contract/draw-steps.ts'
import { DRAWN_PARAMS } from '#features/evaluation/rules/drawn-params.ts'
import { canonical } from './canonical.ts'
import { PriceBase, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { randomParts, withDrawn } from '#features/evaluation/rules/random-price.ts'

/* What draws have to do with a result: every record holds by itself, and the review was computed with what was drawn. */

/** A draw of a bundle: at the opening, of the price's parameters, or among equal bids. */
export type BundleDraw = { purpose: string } & DrawRecord

export interface Problem {
  /** e.g. `judgements/3` or `ways/2/params/percentage`. */
  path: string
  message: string
}

const PURPOSES = ['opening', 'price-params', 'lots'] as const
type Purpose = (typeof PURPOSES)[number]
const PURPOSE_WORDS: Record<Purpose, string> = {
  opening: '开标参数',
  'price-params': '评标基准价参数',
  lots: '并列次序',
}
const HASH = /^[0-9a-f]{64}$/

/**
 * What is wrong with the records of the draws themselves, each under `draws/<i>`. `subject`: the order that they must
 * belong to; null in earlier bundles, whose draws are by seed.
 */
export function drawProblems(draws: readonly BundleDraw[], subject: string | null): Problem[] {
  return draws.flatMap((draw, at) => {
    const found = (message: string): Problem => ({ path: `draws/${at}`, message })
    const purpose = PURPOSES.find((one) => one === draw.purpose)
    if (!purpose) return [found('不是可识别的抽取')]
    const { by } = draw.source
    // In the hall by hand before everybody's eyes, else by steps, once by a seed: a record of another kind is made up.
    const may = [...(purpose === 'opening' ? ['hand'] : []), subject === null ? 'seed' : 'steps']
    if (!may.includes(by)) return [found('抽取方式与抽取事项不符')]
    const problems = sourceProblems(draw, { subject, purpose }).map(found)
    if (!same(draw.parts, partsAsRuled(purpose, draw.parts))) problems.push(found('抽取事项或备选的写法与规则不符'))
    // Lots are drawn again where other bids are equal by then.
    const isAgain = (one: BundleDraw) =>
      one.purpose === purpose && (purpose !== 'lots' || subject === null || same(one.parts, draw.parts))
    if (draws.findIndex(isAgain) < at) problems.push(found('同一事项重复抽取'))
    return problems
  })
}

function sourceProblems(
  draw: BundleDraw,
  { subject, purpose }: { subject: string | null; purpose: Purpose },
): string[] {
  const { parts, source, result } = draw
  switch (source.by) {
    case 'hand':
      return isDrawable(parts, result) ? [] : ['抽取结果不在备选之列']
    case 'seed': {
      const { committed, follows } = checkSeedDraw(parts, source, result)
      return [
        ...(committed ? [] : ['种子与公布的哈希不一致']),
        ...(follows ? [] : ['抽取结果与种子不一致']),
        ...(HASH.test(source.entropy) ? [] : ['熵的格式不正确']),
      ]
    }
    case 'steps': {
      const { frozen } = source
      return [
        ...steppedProblems({ parts, source, result }),
        ...(frozen.kind === purpose ? [] : ['冻结的抽取事项与此不符']),
        ...(frozen.subject === subject ? [] : ['抽取不属于该项目']),
      ]
    }
  }
}

/** What holds of the draws but proves less than it could. */
export function drawNotes(draws: readonly BundleDraw[]): string[] {
  return draws.flatMap(({ purpose, source }, at) => {
    const words = `draws/${at}（${PURPOSE_WORDS[purpose as Purpose] ?? purpose}）`
    if (source.by === 'hand') return [`${words}：现场人工抽取，记录本身不能证明随机性`]
    if (source.by === 'seed') return [`${words}：由平台种子与后定的熵产生（旧版抽取），持有平台密钥者事先知道种子`]
    const { beacon, version } = source.frozen
    const left = forfeits(source).length
    return [
      ...(beacon === null ? [`${words}：未使用公共信标，由各方承诺与揭示产生`] : []),
      ...(beacon !== null && !isPublicChain(beacon) ? [`${words}：使用“${beacon.name}”，不是公共信标`] : []),
      ...(beacon !== null && version === EARLIER_DRAW_VERSION
        ? [`${words}：信标轮次仅由平台所记的截止时间确定（旧版抽取），没有日志头为据`]
        : []),
      ...(left > 0 ? [`${words}：${left} 个参与方未揭示`] : []),
    ]
  })
}

/**
 * The parameters of the price as they follow from the draws: those drawn at the opening, then those of a dual-random
 * review. What is drawn nowhere stays as given.
 */
export function paramsAsDrawn(given: PriceScoreInput, draws: readonly BundleDraw[]): PriceScoreInput {
  let params = given
  for (const { result } of of(draws, 'opening')) {
    const [percentage] = valuesOf(result, DRAWN_PARAMS.percentage)
    const [floatingRate] = valuesOf(result, DRAWN_PARAMS.floatRate)
    params = { ...params, ...(percentage && { percentage }), ...(floatingRate && { floatingRate }) }
  }
  for (const { result } of of(draws, 'price-params')) params = withDrawn(params, result)
  return params
}

/** Fields of the stated parameters that are not as drawn, under `<path>/<field>`. */
export function paramProblems(path: string, stated: PriceScoreInput, drawn: PriceScoreInput): Problem[] {
  return Object.entries(drawn).flatMap(([field, value]) => {
    const was = stated[field as keyof PriceScoreInput]
    if (same(was, value)) return []
    const message = `载明 ${word(field, was)}，抽取结果为 ${word(field, value)}`
    return [{ path: `${path}/${field}`, message }]
  })
}

/** What had to be drawn and is not on record, or was drawn among others than those the rules leave equal. */
export function missingDraws(
  draws: readonly BundleDraw[],
  { method, undecided }: { method: number; undecided: readonly (readonly string[])[] },
): Problem[] {
  const problems: Problem[] = []
  if (method === ReviewMethod.values.dualRandom && of(draws, 'price-params').length === 0)
    problems.push({ path: 'draws', message: '缺少评标基准价参数的抽取记录' })
  const lots = of(draws, 'lots')
  const parts = lotParts(undecided)
  if (undecided.length > 0 && lots.length === 0) problems.push({ path: 'draws', message: '缺少并列投标的抽签记录' })
  const last = lots.at(-1)
  if (last && undecided.length > 0 && !same(last.parts, parts))
    problems.push({ path: `draws/${draws.indexOf(last)}`, message: '抽签的投标不是并列的投标' })
  if (last && undecided.length === 0)
    problems.push({ path: `draws/${draws.indexOf(last)}`, message: '没有并列的投标，却进行了抽签' })
  return problems
}

/** Lots by bid, counting from 1 in each group of equal ones: of the draw among those that are equal. */
export function lotsDrawn(
  draws: readonly BundleDraw[],
  undecided: readonly (readonly string[])[],
): Map<string, number> {
  const lots = new Map<string, number>()
  const all = of(draws, 'lots')
  const draw = all.find(({ parts }) => same(parts, lotParts(undecided))) ?? all.at(-1)
  for (const { label } of draw?.parts ?? []) valuesOf(draw!.result, label).forEach((id, i) => lots.set(id, i + 1))
  return lots
}

/** What is drawn among equal bids: an order within each group. */
export function lotParts(groups: readonly (readonly string[])[]): DrawPart[] {
  return groups.map((group, i) => ({
    label: `第${i + 1}组并列投标`,
    options: group.toSorted().map((id) => ({ value: id, label: id })),
    picks: group.length,
  }))
}

/** Parts with the same options, said as they are when the draw is made. */
function partsAsRuled(purpose: Purpose, parts: readonly DrawPart[]): readonly DrawPart[] {
  const values = parts.map(({ options }) => options.map(({ value }) => value))
  switch (purpose) {
    case 'opening':
      return Object.values(DRAWN_PARAMS).flatMap((label) => {
        const part = parts.find((one) => one.label === label)
        return part
          ? [{ label, options: part.options.map(({ value }) => ({ value, label: `${value}%` })), picks: 1 }]
          : []
      })
    case 'price-params':
      return randomParts({ randomBases: (values[0] ?? []).map(Number), randomRates: values[1] ?? [] })
    case 'lots':
      return lotParts(values)
  }
}

function of(draws: readonly BundleDraw[], purpose: Purpose): BundleDraw[] {
  return draws.filter((draw) => draw.purpose === purpose)
}

function word(field: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '空'
  return field === 'base' ? PriceBase.label(Number(value)) : String(value)
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}
