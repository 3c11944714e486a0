import { Quantity } from '#contract/money.ts'
import { TaxRate } from '#features/procurement/rules/quote-terms.ts'
import { MOST_DAYS, TEXT_LENGTH } from '#features/quotes/rules/sheet-format.ts'
import type { TypedAlternative, TypedLine } from '#features/quotes/rules/typed-quote.ts'
import { cleanAmount } from '#web/kit/amount-input.tsx'
import type { Room } from '../room.ts'

export type Column = keyof TypedLine
/** Of an alternative. */
export type OtherColumn = keyof TypedAlternative

/** One column to fill in. What is typed is kept as text. */
export interface ColumnSpec<K extends OtherColumn = Column> {
  key: K
  /** Of the cell, in messages. */
  label: string
  /** At its head and in the file. */
  title: string
  kind: 'number' | 'text' | 'choice'
  /** As it is kept, numbers without separators; null for what it cannot be. */
  clean: (text: string) => string | null
  /** What the column takes, said of what it does not. */
  expects: string
  /** What a cell holds that nobody touched. */
  initial: string
  /** Of a choice. */
  options?: readonly string[]
  /** Its width in the file. */
  chars: number
  /** Most lines have the same: it can be filled in all of them at once. */
  isAlike: boolean
}

/** What a price sheet asks for. */
export interface SheetShape {
  columns: readonly ColumnSpec[]
  /** The amount stands before the column of this index. */
  amountAt: number
  amountTitle: string
  /** What the sheet belongs to. */
  order: string
}

export const UNIT_PRICE_DIGITS = 6
const DECIMALS = '格式不正确，应为不超过六位小数的数字'

const column = <K extends OtherColumn = Column>(
  spec: Partial<ColumnSpec<K>> & Pick<ColumnSpec<K>, 'key' | 'label' | 'kind' | 'clean'>,
): ColumnSpec<K> => ({
  title: spec.label,
  expects: `不得超过 ${TEXT_LENGTH} 个字`,
  initial: '',
  chars: 16,
  isAlike: true,
  ...spec,
})

const PRICE = column({
  key: 'unitPrice',
  label: '单价',
  title: '投标单价（元）',
  kind: 'number',
  clean: (text) => cleanAmount(text, UNIT_PRICE_DIGITS),
  expects: DECIMALS,
  isAlike: false,
})
const REMARK = column({
  key: 'remark',
  label: '备注',
  kind: 'text',
  clean: (text) => oneLine(text).slice(0, TEXT_LENGTH),
  chars: 20,
  isAlike: false,
})

/** A tender's: price and remark, the amount between them. */
export const TENDER_SHEET: SheetShape = {
  columns: [PRICE, REMARK],
  amountAt: 1,
  amountTitle: '合价（元）',
  order: '本标段',
}

/** The sheet that an order asks for. */
export function shapeOf({ terms }: Pick<Room, 'terms'>): SheetShape {
  return terms ? quoteShape(terms) : TENDER_SHEET
}

function quoteShape({ brand, deliveryDays, taxRates }: NonNullable<Room['terms']>): SheetShape {
  const texts = { kind: 'text', clean: shortText } as const
  const columns = [
    { ...PRICE, title: '单价（含税）', clean: cleanQuantity },
    column({
      key: 'taxRate',
      label: '税率',
      title: '税率（%）',
      kind: 'choice',
      options: taxRates,
      clean: (text) => cleanRate(text, taxRates),
      expects: `须为 ${taxRates.join('、')}% 之一`,
      initial: taxRates[0]!,
      chars: 10,
    }),
    ...(brand === 'asked'
      ? [
          column({ key: 'brand', label: '品牌', ...texts }),
          column({ key: 'model', label: '型号', ...texts, isAlike: false }),
        ]
      : []),
    ...(deliveryDays === 'asked'
      ? [
          column({
            key: 'deliveryDays',
            label: '交货期',
            title: '交货期（日）',
            kind: 'number',
            clean: cleanDays,
            expects: `应为 0 到 ${MOST_DAYS} 的整数`,
            chars: 14,
          }),
        ]
      : []),
    column({ key: 'minQuantity', label: '起订量', kind: 'number', clean: cleanQuantity, expects: DECIMALS, chars: 12 }),
    { ...REMARK, clean: shortText },
  ]
  return { columns, amountAt: columns.length, amountTitle: '金额（元）', order: '本采购单' }
}

/** What is said of an alternative: which product it is, then what is said of a line. */
export function alternativeColumns(terms: NonNullable<Room['terms']>): readonly ColumnSpec<OtherColumn>[] {
  const texts = { kind: 'text', clean: shortText } as const
  const ofProduct: readonly Column[] = ['brand', 'model']
  return [
    column<OtherColumn>({ key: 'brand', label: '品牌', ...texts }),
    column<OtherColumn>({ key: 'model', label: '型号', ...texts }),
    column<OtherColumn>({ key: 'spec', label: '规格说明', ...texts, chars: 24 }),
    ...quoteShape(terms).columns.filter(({ key }) => !ofProduct.includes(key)),
  ]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function shortText(text: string): string | null {
  const line = oneLine(text)
  return line.length > TEXT_LENGTH ? null : line
}

/** As many digits as the sheet can hold. */
function cleanQuantity(text: string): string | null {
  const clean = cleanAmount(text, UNIT_PRICE_DIGITS)
  return clean === null || clean === '' || Quantity.safeParse(clean.replace(/\.$/, '')).success ? clean : null
}

/** `13%`, `13.00`, and `0.13` as a cell in per cent gives it. '' is the first. */
function cleanRate(text: string, rates: readonly string[]): string | null {
  const plain = text.normalize('NFKC').replace(/[\s%]/g, '')
  if (plain === '') return rates[0]!
  const percent = [plain, String(Number((Number(plain) * 100).toPrecision(6)))]
  const fitting = percent.map((one) => (one.includes('.') ? one.replace(/\.?0+$/, '') : one))
  return fitting.find((one) => TaxRate.safeParse(one).success && rates.includes(one)) ?? null
}

function cleanDays(text: string): string | null {
  const clean = cleanAmount(text.replace(/[天日]$/, ''), 0)
  return clean !== null && Number(clean) <= MOST_DAYS ? clean : null
}
