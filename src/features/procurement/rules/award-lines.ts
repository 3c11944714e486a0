import { Exact, lineTotal, sum, trimZeros } from '#contract/money.ts'

/** How an order may be divided among winners: not at all, whole lines, or shares of lines. */
export type AwardScope = 'whole' | 'item' | 'share'

/** A line of the bill that is awarded. Decimal strings. */
export interface AwardItem {
  itemId: string
  line: number
  quantity: string
  controlPrice: string | null
}

/** What a supplier may be awarded: the lines that it quoted, at its own unit prices. */
export interface AwardOffer {
  tradeId: string
  supplierName: string
  lines: readonly { itemId: string; unitPrice: string; minQuantity?: string | null }[]
}

export interface AwardChoice {
  awards: readonly { tradeId: string; lines: readonly { itemId: string; quantity: string }[] }[]
  /** What is declared not to be bought. */
  unbought: readonly { itemId: string; quantity: string; reason: string }[]
  /** Why a line does not go to its best price, line by line. */
  reasons: readonly { itemId: string; reason: string }[]
  /** The same for all lines without a reason of their own. */
  reason: string
}

interface AwardGrounds {
  items: readonly AwardItem[]
  /** Valid offers of those who may win. */
  offers: readonly AwardOffer[]
  scope: AwardScope
  /** Of the award that is replaced: what those who stay deliver, which only they themselves could give up. */
  kept?: AwardChoice['awards']
  /** Of the whole order; yuan. */
  ceiling: string | null
  /** Words of the method. */
  words: { winner: string; won: string; ceiling: string }
}

/** One line of what a winner delivers; `amount` in yuan, to the cent. */
export interface AwardedLine {
  itemId: string
  quantity: string
  unitPrice: string
  amount: string
}

export interface AwardedPart {
  tradeId: string
  supplierName: string
  price: string
  lines: AwardedLine[]
}

export interface AwardProblem {
  path: string
  message: string
}

/** More than anybody reads at once. */
const MOST_PROBLEMS = 50

/**
 * What a choice comes to, by winner in the order given, lines in the order of the bill. Each line is its unit price × quantity
 * to the cent, a sum is that of its lines. Problems in Chinese, at most fifty; with any, the choice cannot be published.
 */
export function judgeAward(
  choice: AwardChoice,
  grounds: AwardGrounds,
): { parts: AwardedPart[]; total: string; problems: AwardProblem[] } {
  const parts = pricedParts(choice, grounds)
  const total = new Exact(sum(parts.map(({ price }) => price))).toFixed(2)
  const problems = problemsOf(choice, grounds)
  const { ceiling } = grounds
  if (problems.length === 0 && ceiling !== null && new Exact(total).gt(ceiling))
    problems.push({ path: 'awards', message: `合计 ${total} 元超过${grounds.words.ceiling} ${trimZeros(ceiling)} 元` })
  return { parts, total, problems: problems.slice(0, MOST_PROBLEMS) }
}

/** The lowest unit price of each line among those who may deliver all of it. */
export function bestPrices(
  items: readonly AwardItem[],
  offers: readonly AwardOffer[],
): ReadonlyMap<string, { unitPrice: string; tradeId: string }> {
  const asked = new Map(items.map((item) => [item.itemId, item.quantity]))
  const best = new Map<string, { unitPrice: string; tradeId: string }>()
  for (const { tradeId, lines } of offers)
    for (const { itemId, unitPrice, minQuantity } of lines) {
      const quantity = asked.get(itemId)
      if (quantity === undefined || (minQuantity && new Exact(minQuantity).gt(quantity))) continue
      const before = best.get(itemId)
      if (!before || new Exact(unitPrice).lt(before.unitPrice)) best.set(itemId, { unitPrice, tradeId })
    }
  return best
}

/** Lines of the bill of which something goes to another than the best price, beyond what is kept. */
export function linesNotBest(
  { awards }: Pick<AwardChoice, 'awards'>,
  { items, offers, kept = [] }: Pick<AwardGrounds, 'items' | 'offers' | 'kept'>,
): Set<string> {
  const best = bestPrices(items, offers)
  const prices = new Map(offers.map((offer) => [offer.tradeId, unitPrices(offer)]))
  const before = quantitiesOf(kept)
  return new Set(
    awards.flatMap(({ tradeId, lines }) =>
      lines
        .filter(({ itemId, quantity }) => {
          const [price, lowest] = [prices.get(tradeId)?.get(itemId), best.get(itemId)]
          const had = before.get(tradeId)?.get(itemId) ?? '0'
          return price !== undefined && lowest && new Exact(price).gt(lowest.unitPrice) && new Exact(quantity).gt(had)
        })
        .map(({ itemId }) => itemId),
    ),
  )
}

/** The whole bill to one supplier; what it did not quote is left out. */
export function wholeTo(offer: AwardOffer, items: readonly AwardItem[]): AwardChoice['awards'][number] {
  const quoted = unitPrices(offer)
  const lines = items.filter(({ itemId }) => quoted.has(itemId)).map(({ itemId, quantity }) => ({ itemId, quantity }))
  return { tradeId: offer.tradeId, lines }
}

/** Each line to its best price; of equal ones to the first offer. */
export function bestByLine(items: readonly AwardItem[], offers: readonly AwardOffer[]): AwardChoice['awards'] {
  const best = bestPrices(items, offers)
  return offers.flatMap(({ tradeId }) => {
    const lines = items
      .filter(({ itemId }) => best.get(itemId)?.tradeId === tradeId)
      .map(({ itemId, quantity }) => ({ itemId, quantity }))
    return lines.length > 0 ? [{ tradeId, lines }] : []
  })
}

function pricedParts({ awards }: AwardChoice, { items, offers }: AwardGrounds): AwardedPart[] {
  const lineOf = new Map(items.map(({ itemId, line }) => [itemId, line]))
  return awards.flatMap(({ tradeId, lines: given }) => {
    const offer = offers.find((one) => one.tradeId === tradeId)
    if (!offer) return []
    const prices = unitPrices(offer)
    const lines = given
      .flatMap(({ itemId, quantity }) => {
        const unitPrice = prices.get(itemId)
        return unitPrice === undefined ? [] : [{ itemId, quantity, unitPrice, amount: lineTotal(unitPrice, quantity) }]
      })
      .toSorted((a, b) => (lineOf.get(a.itemId) ?? 0) - (lineOf.get(b.itemId) ?? 0))
    const price = new Exact(sum(lines.map(({ amount }) => amount))).toFixed(2)
    return [{ tradeId, supplierName: offer.supplierName, price, lines }]
  })
}

function problemsOf(choice: AwardChoice, grounds: AwardGrounds): AwardProblem[] {
  const { scope, words } = grounds
  if (scope === 'whole') return [{ path: 'awards', message: `只能将全部清单确定给一家${words.winner}` }]
  if (choice.awards.length === 0) return [{ path: 'awards', message: `请至少确定一家${words.winner}` }]
  return [...partProblems(choice, grounds), ...itemProblems(choice, grounds), ...keptProblems(choice, grounds)]
}

/** What is wrong with what each winner gets, by itself. */
function partProblems({ awards }: AwardChoice, { items, offers, words }: AwardGrounds): AwardProblem[] {
  const byId = new Map(items.map((item) => [item.itemId, item]))
  const seen = new Set<string>()
  return awards.flatMap(({ tradeId, lines }, i) => {
    const path = `awards.${i}`
    const offer = offers.find((one) => one.tradeId === tradeId)
    if (!offer) return [{ path, message: `所选供应商不能确定为${words.winner}` }]
    if (seen.has(tradeId)) return [{ path, message: `${offer.supplierName}重复` }]
    seen.add(tradeId)
    const quoted = new Map(offer.lines.map((line) => [line.itemId, line]))
    const own = new Set<string>()
    return lines.flatMap(({ itemId, quantity }) => {
      const [item, line] = [byId.get(itemId), quoted.get(itemId)]
      if (!item) return [{ path, message: '清单行不存在' }]
      const problem = (message: string) => [{ path, message: `第 ${item.line} 行：${message}` }]
      if (own.has(itemId)) return problem(`${offer.supplierName}重复`)
      own.add(itemId)
      if (!line) return problem(`${offer.supplierName}未报价`)
      if (new Exact(quantity).lte(0)) return problem('数量须大于 0')
      if (line.minQuantity && new Exact(quantity).lt(line.minQuantity))
        return problem(`${offer.supplierName}的最小起订量为 ${trimZeros(line.minQuantity)}`)
      if (item.controlPrice !== null && new Exact(line.unitPrice).gt(item.controlPrice))
        return problem(`${offer.supplierName}的单价超过单价限价 ${trimZeros(item.controlPrice)} 元`)
      return []
    })
  })
}

/** Of each line all is either awarded or declared unbought, and another than the best price has a reason. */
function itemProblems(choice: AwardChoice, grounds: AwardGrounds): AwardProblem[] {
  const { items, scope } = grounds
  const awarded = Map.groupBy(
    choice.awards.flatMap(({ lines }) => lines),
    ({ itemId }) => itemId,
  )
  const left = Map.groupBy(choice.unbought, ({ itemId }) => itemId)
  const notBest = linesNotBest(choice, grounds)
  const reasons = new Map(choice.reasons.map(({ itemId, reason }) => [itemId, reason]))
  const known = new Set(items.map(({ itemId }) => itemId))
  const strange = [...choice.unbought, ...choice.reasons].some(({ itemId }) => !known.has(itemId))
  const problems = items.flatMap((item): AwardProblem[] => {
    const problem = (path: string, message: string) => [{ path, message: `第 ${item.line} 行：${message}` }]
    const [given, rest = []] = [awarded.get(item.itemId) ?? [], left.get(item.itemId)]
    if (rest.length > 1) return problem('unbought', '不采购数量重复')
    const [none] = rest
    if (none && new Exact(none.quantity).lte(0)) return problem('unbought', '不采购数量须大于 0')
    if (none && none.reason.trim().length < 2) return problem('unbought', '请填写不采购的原因')
    const open = new Exact(item.quantity).minus(sum([...given, ...rest].map(({ quantity }) => quantity)))
    if (open.lt(0)) return problem('awards', `分配数量超出采购数量 ${trimZeros(open.neg().toFixed())}`)
    if (open.gt(0)) return problem('awards', `尚有数量 ${trimZeros(open.toFixed())} 未分配，请分配或登记不采购`)
    if (scope === 'item' && given.length + rest.length > 1) return problem('awards', '须整行确定，不能拆分')
    const reason = reasons.get(item.itemId) || choice.reason
    if (notBest.has(item.itemId) && reason.trim().length < 2) return problem('reasons', '未选择最低价，请填写原因')
    return []
  })
  return strange ? [{ path: 'unbought', message: '清单行不存在' }, ...problems] : problems
}

/** Who stays keeps what it was awarded. */
function keptProblems({ awards }: AwardChoice, { items, offers, kept = [], words }: AwardGrounds): AwardProblem[] {
  const now = quantitiesOf(awards)
  return kept.flatMap(({ tradeId, lines }) =>
    lines
      .filter(({ itemId, quantity }) => new Exact(now.get(tradeId)?.get(itemId) ?? '0').lt(quantity))
      .map(({ itemId }) => {
        const line = items.find((item) => item.itemId === itemId)?.line
        const name = offers.find((offer) => offer.tradeId === tradeId)?.supplierName ?? ''
        return { path: 'awards', message: `第 ${line} 行：${name}已${words.won}的数量不得减少` }
      }),
  )
}

function unitPrices({ lines }: AwardOffer): Map<string, string> {
  return new Map(lines.map(({ itemId, unitPrice }) => [itemId, unitPrice]))
}

function quantitiesOf(awards: AwardChoice['awards']): Map<string, Map<string, string>> {
  return new Map(
    awards.map(({ tradeId, lines }) => [tradeId, new Map(lines.map(({ itemId, quantity }) => [itemId, quantity]))]),
  )
}
