import { AppError } from '#contract/errors.ts'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { CorrectionKind } from '#features/evaluation/rules/enums.ts'

/** A line of the price sheet, with what it prices. Unit prices and quantities are decimal strings, amounts in yuan. */
export interface PricedLine {
  itemId: string
  line: number
  name: string
  unit: string
  quantity: string
  unitPrice: string
  amount: string
}

export interface CorrectedLine extends Omit<PricedLine, 'unitPrice' | 'amount'> {
  unitPriceBefore: string
  amountBefore: string
  unitPrice: string
  amount: string
}

/** Which figure goes before the other (评标委员会和评标方法暂行规定第十九条；财政部令第87号第五十九条). */
export const CORRECTION_RULES: Readonly<Record<number, string>> = {
  [CorrectionKind.values.capitals]:
    '《评标委员会和评标方法暂行规定》第十九条：投标文件中的大写金额和小写金额不一致的，以大写金额为准',
  [CorrectionKind.values.total]: '《评标委员会和评标方法暂行规定》第十九条：总价金额与单价金额不一致的，以单价金额为准',
  [CorrectionKind.values.decimal]:
    '《评标委员会和评标方法暂行规定》第十九条：单价金额小数点有明显错误的，以总价金额为准',
  [CorrectionKind.values.sheet]:
    '《政府采购货物和服务招标投标管理办法》第五十九条第（一）项：以开标一览表（报价表）为准',
}

/** What is cited when a bidder does not accept a lawful correction. */
export const REFUSAL_RULE =
  '《政府采购货物和服务招标投标管理办法》第五十九条：修正后的报价经投标人确认后产生约束力，投标人不确认的，其投标无效'

/**
 * The bid's price with some lines priced anew, or with a total of its own. Amounts of lines are unit price × quantity to
 * the cent; the total moves by the lines' difference, or is what is given. Throws `invalid` for an unknown or doubled
 * line, a line that does not change, or a total that stays.
 */
export function corrected(
  before: { total: string; lines: readonly PricedLine[] },
  given: { lines: readonly { itemId: string; unitPrice: string }[]; total?: string | undefined },
): { lines: CorrectedLine[]; after: string } {
  if (new Set(given.lines.map((l) => l.itemId)).size < given.lines.length)
    throw new AppError('invalid', '同一清单行只能修正一次')
  const lines = given.lines.map(({ itemId, unitPrice }) => {
    const was = before.lines.find((l) => l.itemId === itemId)
    if (!was) throw new AppError('invalid', '清单行不存在')
    const { unitPrice: unitPriceBefore, amount: amountBefore, ...rest } = was
    return { ...rest, unitPriceBefore, amountBefore, unitPrice, amount: lineTotal(unitPrice, was.quantity) }
  })
  const moved = new Exact(sum(lines.map((l) => l.amount))).minus(sum(lines.map((l) => l.amountBefore)))
  const after = given.total === undefined ? new Exact(before.total).plus(moved) : new Exact(given.total)
  if (after.lte(0)) throw new AppError('invalid', '修正后的总价须大于 0')
  if (after.eq(before.total) && lines.every((l) => new Exact(l.unitPrice).eq(l.unitPriceBefore)))
    throw new AppError('invalid', '修正前后的价格相同')
  return { lines, after: after.toFixed(2) }
}

/** after − before with its sign: `-1200.00`. */
export function difference(before: string, after: string): string {
  return new Exact(after).minus(before).toFixed(2)
}
