import { checkDraw, type DrawPart, type DrawRecord, valuesOf } from '#contract/draw.ts'
import { DRAWN_PARAMS } from '#features/evaluation/rules/drawn-params.ts'
import { canonical } from './canonical.ts'
import { PriceBase, ReviewMethod } from '#features/evaluation/rules/enums.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { randomParts, withDrawn } from '#features/evaluation/rules/random-price.ts'

/* What draws have to do with a result: every record holds by itself, and the review was computed with what was drawn. */

/** A draw of a bundle: at the opening by hand, of the price's parameters or among equal bids by the committed seed. */
export type BundleDraw = { purpose: string } & DrawRecord

export interface Problem {
  /** e.g. `judgements/3` or `ways/2/params/percentage`. */
  path: string
  message: string
}

const PURPOSES = ['opening', 'price-params', 'lots'] as const
type Purpose = (typeof PURPOSES)[number]
const HASH = /^[0-9a-f]{64}$/

/** What is wrong with the records of the draws themselves, each under `draws/<i>`. */
export function drawProblems(draws: readonly BundleDraw[]): Problem[] {
  return draws.flatMap((draw, at) => {
    const found = (message: string): Problem => ({ path: `draws/${at}`, message })
    const purpose = PURPOSES.find((one) => one === draw.purpose)
    if (!purpose) return [found('不是可识别的抽取')]
    const problems: Problem[] = []
    // In the hall by hand before everybody's eyes, in the review by the seed: a record of another kind is made up.
    if (draw.source.by !== (purpose === 'opening' ? 'hand' : 'seed')) return [found('抽取方式与抽取事项不符')]
    const { committed, follows } = checkDraw(draw)
    if (!committed) problems.push(found('种子与公布的哈希不一致'))
    if (!follows) problems.push(found(draw.source.by === 'seed' ? '抽取结果与种子不一致' : '抽取结果不在备选之列'))
    if (draw.source.by === 'seed' && !HASH.test(draw.source.entropy)) problems.push(found('熵的格式不正确'))
    if (!same(draw.parts, partsAsRuled(purpose, draw.parts))) problems.push(found('抽取事项或备选的写法与规则不符'))
    if (draws.findIndex((one) => one.purpose === draw.purpose) < at) problems.push(found('同一事项重复抽取'))
    return problems
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
  const [lots] = of(draws, 'lots')
  if (undecided.length > 0 && !lots) problems.push({ path: 'draws', message: '缺少并列投标的抽签记录' })
  if (lots && !same(lots.parts, lotParts(undecided)))
    problems.push({ path: `draws/${draws.indexOf(lots)}`, message: '抽签的投标不是并列的投标' })
  return problems
}

/** Lots by bid, counting from 1 in each group of equal ones. */
export function lotsDrawn(draws: readonly BundleDraw[]): Map<string, number> {
  const lots = new Map<string, number>()
  for (const { parts, result } of of(draws, 'lots'))
    for (const { label } of parts) valuesOf(result, label).forEach((id, i) => lots.set(id, i + 1))
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
