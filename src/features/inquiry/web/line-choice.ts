import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import type { roundLines, startRound } from '../contract.ts'

export type AskedLine = OutputOf<typeof roundLines>['lines'][number]
type Body = InputOf<typeof startRound>['body']

/** Which lines a further round asks for, of whom, and at which target prices. */
export interface LineChoice {
  /** Lines that are asked of nobody. */
  without: ReadonlySet<string>
  /** Lines that are not asked of one supplier, beside those. */
  withoutOf: ReadonlyMap<string, ReadonlySet<string>>
  /** Target price by line, as typed. */
  targets: ReadonlyMap<string, string>
}

export const EVERYTHING: LineChoice = { without: new Set(), withoutOf: new Map(), targets: new Map() }

export function isLimited({ without, withoutOf }: LineChoice): boolean {
  return without.size > 0 || [...withoutOf.values()].some((own) => own.size > 0)
}

/** Lines that are asked of a supplier, or of everybody (null). */
export function askedLines(choice: LineChoice, lines: readonly AskedLine[], tradeId: string | null): AskedLine[] {
  const own = tradeId === null ? undefined : choice.withoutOf.get(tradeId)
  return lines.filter(({ itemId }) => !choice.without.has(itemId) && !own?.has(itemId))
}

/** Asks for exactly these lines, of a supplier or of everybody (null). */
export function withAsked(
  choice: LineChoice,
  lines: readonly AskedLine[],
  { tradeId, asked }: { tradeId: string | null; asked: ReadonlySet<string> },
): LineChoice {
  const left = new Set(lines.flatMap(({ itemId }) => (asked.has(itemId) ? [] : [itemId])))
  if (tradeId === null) return { ...choice, without: left }
  // What is asked of nobody is no matter of this supplier.
  const own = left.difference(choice.without)
  return { ...choice, withoutOf: new Map(choice.withoutOf).set(tradeId, own) }
}

/** Targets a part below the lowest price so far, rounded down to the cent; lines that nobody quoted get none. */
export function targetsBelow(choice: LineChoice, lines: readonly AskedLine[], percent: string): LineChoice {
  const part = new Exact(100).minus(percent).div(100)
  const priced = askedLines(choice, lines, null).flatMap(({ itemId, lowest }): [string, string][] => {
    const target = lowest === null ? null : new Exact(lowest).times(part).toDecimalPlaces(2, Exact.ROUND_DOWN)
    return target?.gt(0) ? [[itemId, target.toFixed(2)]] : []
  })
  return { ...choice, targets: new Map(priced) }
}

/** What the call is sent; nothing where the whole bill is asked for without targets. */
export function bodyOfChoice(
  choice: LineChoice,
  lines: readonly AskedLine[],
  tradeIds: readonly string[],
): Pick<Body, 'items' | 'only'> {
  const asked = askedLines(choice, lines, null)
  const only = tradeIds.flatMap((tradeId) => {
    const own = choice.withoutOf.get(tradeId)
    if (!own?.size) return []
    return [{ tradeId, items: asked.flatMap(({ itemId }, place) => (own.has(itemId) ? [] : [place])) }]
  })
  const hasTargets = asked.some(({ itemId }) => choice.targets.has(itemId))
  if (choice.without.size === 0 && !hasTargets) return only.length > 0 ? { only } : {}
  const items = asked.map(({ itemId }) => {
    const target = choice.targets.get(itemId)
    return target === undefined ? { itemId } : { itemId, target: target.replace(/\.$/, '') }
  })
  return only.length > 0 ? { items, only } : { items }
}
