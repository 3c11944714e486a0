import { Input } from 'antd'
import { useState } from 'react'
import { Exact, formatAmount, formatDigits, lineTotal, Quantity, sum, trimZeros } from '#contract/money.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { toast } from '#web/feedback.ts'
import type { AwardOffer } from '../../../../rules/award-lines.ts'
import type { SheetItem } from './line-choice.ts'
import './split-dialog.css'

type Quantities = Readonly<Record<string, string>>

interface SplitProps {
  item: SheetItem
  offers: readonly AwardOffer[]
  /** By trade. */
  given: Quantities
  onDone: (quantities: Quantities) => void
}

/** Divides a line among those who quoted it, by quantity or per cent. */
export function splitLine({ item, offers, given, onDone }: SplitProps): void {
  const quoted = offers.flatMap(({ tradeId, supplierName, lines }) => {
    const line = lines.find(({ itemId }) => itemId === item.itemId)
    return line ? [{ tradeId, supplierName, ...line }] : []
  })
  openDialog<Quantities>({
    title: `拆分：${item.line}. ${item.name}`,
    width: 640,
    okText: '确定',
    content: (state) => <Shares item={item} quoted={quoted} given={given} onChange={state.set} />,
    run: async (value = given) => {
      const fault = faultOf(item, value)
      if (fault) return warn(fault)
      onDone(value)
      return true
    },
  })
}

interface SharesProps {
  item: SheetItem
  quoted: readonly { tradeId: string; supplierName: string; unitPrice: string; minQuantity?: string | null }[]
  given: Quantities
  onChange: (value: Quantities) => void
}

function Shares({ item, quoted, given, onChange }: SharesProps) {
  const [values, setValues] = useState<Quantities>(given)
  const set = (tradeId: string, quantity: string) => {
    const next = { ...values, [tradeId]: quantity }
    setValues(next)
    onChange(next)
  }
  const known = Object.values(values).filter(isQuantity)
  const rest = new Exact(item.quantity).minus(sum(known))
  return (
    <div className="split-shares">
      {quoted.map(({ tradeId, supplierName, unitPrice, minQuantity }) => {
        const quantity = values[tradeId] ?? ''
        const isKnown = isQuantity(quantity)
        return (
          <div key={tradeId} className="split-share">
            <div>
              <b>{supplierName}</b>
              <small className="kb-block kb-muted">
                单价 {formatDigits(unitPrice)} 元{minQuantity ? `，最小起订量 ${formatDigits(minQuantity)}` : ''}
              </small>
            </div>
            <Input
              aria-label={`${supplierName}的数量`}
              inputMode="decimal"
              suffix={item.unit}
              value={quantity}
              onChange={(event) => set(tradeId, event.target.value.trim())}
            />
            <Percent
              label={`${supplierName}的比例`}
              value={isKnown ? percentOf(quantity, item.quantity) : ''}
              onChange={(percent) => set(tradeId, quantityOf(percent, item.quantity))}
            />
            <span className="kb-right">{isKnown ? `${formatAmount(lineTotal(unitPrice, quantity))} 元` : '—'}</span>
          </div>
        )
      })}
      <p className={rest.isZero() ? 'kb-muted' : 'kb-bad'}>
        采购数量 {formatDigits(item.quantity)} {item.unit}，{rest.lt(0) ? '超出' : '未分配'}{' '}
        {formatDigits(rest.abs().toFixed())} {item.unit}
      </p>
    </div>
  )
}

/** Per cent as it is typed; what follows from the quantity while nobody types. */
function Percent({ label, value, onChange }: { label: string; value: string; onChange: (percent: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      aria-label={label}
      inputMode="decimal"
      suffix="%"
      value={typed ?? value}
      onChange={(event) => {
        const next = event.target.value.trim()
        setTyped(next)
        if (isQuantity(next)) onChange(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

function faultOf({ quantity }: SheetItem, values: Quantities): string | null {
  const given = Object.values(values).filter((value) => value !== '')
  if (!given.every(isQuantity)) return '数量格式不正确，最多六位小数'
  return new Exact(sum(given)).gt(quantity) ? '分配数量超出采购数量' : null
}

function isQuantity(value: string): boolean {
  return Quantity.safeParse(value).success
}

function percentOf(quantity: string, whole: string): string {
  return trimZeros(new Exact(quantity).div(whole).times(100).toFixed(2))
}

/** Pieces stay whole where pieces are asked for; what is left over stays to be given away. */
function quantityOf(percent: string, whole: string): string {
  const digits = whole.includes('.') ? 6 : 0
  return trimZeros(new Exact(whole).times(percent).div(100).toFixed(digits, Exact.ROUND_DOWN))
}

function warn(text: string): false {
  toast.warning(text)
  return false
}
