import { parseBlock } from '#web/kit/text-grid.ts'
import { Alert, Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { Exact, formatAmount, toCapitals } from '#contract/money.ts'
import { ask, toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { AmountInput } from '#web/kit/amount-input.tsx'
import type { BidDraft } from '../draft.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Room } from '../room.ts'
import { shapeOf } from './columns.ts'
import type { Cell, Prices, Totals } from './grid.ts'
import { fillCells, fillDown, fillFromBefore, fillFromControl, lineOf, pasteAt, valueOf } from './grid.ts'
import { AlternativesPanel } from './alternatives-panel.tsx'
import { OfferFields } from './offer-fields.tsx'
import { QuoteTotal } from './quote-total.tsx'
import type { QuoteState } from './quote-state.ts'
import { MarkFields } from './mark-fields.tsx'
import { PriceGrid } from './price-grid.tsx'
import type { Selection } from './price-grid.tsx'
import { SheetButtons } from './sheet-buttons.tsx'

const UNDO_STEPS = 30

interface PriceStepProps {
  room: Room
  draft: BidDraft
  totals: Totals
  /** Null where the order asks for a tender's price sheet. */
  quote: QuoteState | null
  disabled: boolean
  onChange: (part: Partial<BidDraft>) => void
}

/** Step one: the bill with prices, its total, and the other marks that are read out. */
export function PriceStep({ room, draft, totals, quote, disabled, onChange }: PriceStepProps) {
  const { items, terms } = room
  const shape = useMemo(() => shapeOf({ terms }), [terms])
  const { columns } = shape
  const before = useMemo(() => pricesBefore(room.previous), [room.previous])
  const targets = useMemo(() => pricesByLine(room.targets), [room.targets])
  const [selection, setSelection] = useState<Selection | null>(null)
  const [target, setTarget] = useState<Cell | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const undo = useRef<Prices[]>([])
  const [undoable, setUndoable] = useState(0)
  const latest = useRef(draft.prices)
  latest.current = draft.prices

  /** A change of many cells at once, which can be taken back. */
  const setMany = (prices: Prices) => {
    undo.current = [...undo.current, latest.current].slice(-UNDO_STEPS)
    setUndoable(undo.current.length)
    onChange({ prices })
  }
  const takeBack = () => {
    const before = undo.current.pop()
    setUndoable(undo.current.length)
    if (before) onChange({ prices: before })
  }
  const chosen = columns.find(({ key }) => key === selection?.column)
  const paste = (at: Cell, text: string) => {
    const { prices, set, refused, beyond } = pasteAt({ items, prices: latest.current, columns }, at, parseBlock(text))
    setMany(prices)
    setProblems([
      ...refused.map((one) => `${one}格式不正确，未粘贴`),
      ...(beyond > 0 ? [`粘贴内容比清单多 ${beyond} 行，多出的未粘贴`] : []),
    ])
    if (set > 1) toast.success(`已粘贴 ${set} 个单元格`)
  }
  const fill = () => {
    if (!selection || !chosen) return
    const { anchor, end } = selection
    setMany(fillDown(items, latest.current, { column: chosen, from: Math.min(anchor, end), to: Math.max(anchor, end) }))
  }
  const fillAll = () => {
    const source = selection && items[selection.anchor]
    if (!source || !chosen) return
    const value = valueOf(chosen, lineOf(latest.current, source.itemId))
    setMany(fillCells(latest.current, items, { [chosen.key]: value }))
    toast.success(`${chosen.label}已填入全部 ${items.length} 行`)
  }
  const most = terms?.alternatives ?? 0
  const addAlternative = (row: number) => {
    const { itemId } = items[row]!
    const own = draft.alternatives[itemId] ?? []
    if (!disabled && own.length < most)
      onChange({ alternatives: { ...draft.alternatives, [itemId]: [...own, { unitPrice: '' }] } })
  }
  const next = () => {
    const row = totals.missing.find((at) => at > (selection?.anchor ?? -1)) ?? totals.missing[0]
    if (row !== undefined) setTarget({ row, column: 'unitPrice' })
  }
  const clear = async () => {
    const agreed = await ask({ title: '清空报价', content: '清空报价单的全部内容，可以撤销。', danger: true })
    if (agreed) setMany({})
  }
  const rows = useMemo(() => items.some((item) => item.controlPrice !== null), [items])

  return (
    <>
      <p>报价只保存在本机浏览器，加密前不会发送给平台或任何人。换电脑填写，请先下载报价单，再到另一台电脑导入。</p>
      <div className="kb-row kb-wrap kb-above-8 kb-below-8 kb-relative">
        <SheetButtons
          room={room}
          prices={draft.prices}
          alternatives={draft.alternatives}
          disabled={disabled}
          onRead={(read) => {
            setProblems(read.errors)
            if (read.errors.length > 0) return
            setMany(read.prices)
            if (read.other) onChange({ alternatives: read.other.alternatives })
            toast.success(
              `已导入 ${read.taken} 行${read.other ? `、备选 ${read.other.taken} 个` : ''}${read.absent > 0 ? `，另有 ${read.absent} 行不在文件中，未改动` : ''}`,
            )
          }}
        />
        <Button disabled={disabled || !selection} onClick={fill} title="Ctrl+D">
          向下填充
        </Button>
        {columns.some(({ isAlike }) => isAlike) && (
          <Button disabled={disabled || !chosen?.isAlike} onClick={fillAll} title="把所选单元格的内容填入整列">
            填充整列
          </Button>
        )}
        {rows && (
          <Button
            disabled={disabled || totals.missing.length === 0}
            onClick={() => askDiscount(items, latest.current, setMany)}
          >
            按限价下浮
          </Button>
        )}
        {before && (
          <Button
            disabled={disabled || totals.missing.length === 0}
            onClick={() => setMany(fillFromBefore(items, latest.current, before))}
          >
            填入上次单价
          </Button>
        )}
        <Button disabled={undoable === 0 || disabled} onClick={takeBack}>
          撤销
        </Button>
        <Button type="text" disabled={disabled || totals.filled === 0} onClick={() => void clear()}>
          清空
        </Button>
        <span className="bid-tools-hint kb-note">
          可从 Excel 复制多行粘贴；回车、方向键移动，Shift 选择多格，Ctrl+D 向下填充
        </span>
      </div>
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          closable={{ onClose: () => setProblems([]), 'aria-label': '关闭' }}
          title={`有 ${problems.length} 处未能采用`}
          description={
            <ul className="bid-problems kb-size-13 kb-scroll">
              {problems.slice(0, 8).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
              {problems.length > 8 && <li>…… 另有 {problems.length - 8} 处</li>}
            </ul>
          }
        />
      )}
      <PriceGrid
        items={items}
        shape={shape}
        prices={draft.prices}
        alternatives={draft.alternatives}
        {...(most > 0 && { onAlternative: addAlternative })}
        {...(quote && { problems: quote.cells })}
        {...(before && { before })}
        {...(targets.size > 0 && { targets })}
        totals={totals}
        disabled={disabled}
        selection={selection}
        onSelect={setSelection}
        onChange={(prices) => onChange({ prices })}
        onPaste={paste}
        onFill={fill}
        target={target}
      />
      {quote ? (
        <>
          <AlternativesPanel
            room={room}
            terms={terms!}
            prices={draft.prices}
            alternatives={draft.alternatives}
            problems={quote.alternatives}
            row={selection?.anchor ?? null}
            disabled={disabled}
            onChange={(alternatives) => onChange({ alternatives })}
            onGo={setTarget}
          />
          <QuoteTotal room={room} totals={totals} quote={quote} onGo={setTarget} onNext={next} />
          <OfferFields
            least={terms!.validityDays}
            offer={draft.offer}
            disabled={disabled}
            onChange={(offer) => onChange({ offer })}
          />
        </>
      ) : (
        <TotalBar room={room} totals={totals} onNext={next} />
      )}
      {room.marks.length > 0 && (
        <MarkFields
          room={room}
          values={draft.marks}
          disabled={disabled}
          onChange={(name, value) => onChange({ marks: { ...draft.marks, [name]: value } })}
        />
      )}
    </>
  )
}

/** The total as it will be read out: digits, capitals, and what is wrong with it. */
function TotalBar({ room, totals, onNext }: { room: Room; totals: Totals; onNext: () => void }) {
  const { controlPrice, items } = room
  const above = controlPrice !== null && new Exact(totals.total).gt(controlPrice)
  return (
    <div className="bid-total kb-above-12" aria-live="polite">
      <div className="kb-flex kb-gap-12 kb-flat kb-base kb-wrap">
        <span className="kb-soft">投标总价</span>
        <strong className={`kb-title-22 ${above ? 'kb-bad' : ''}`}>{formatAmount(totals.total)} 元</strong>
        <span className="kb-soft">{toCapitals(totals.total)}</span>
      </div>
      <p className="kb-row kb-gap-20 kb-flat kb-wrap kb-hint">
        {totals.missing.length > 0 ? (
          <>
            已填 {totals.filled} / {items.length} 行
            <Button type="link" size="small" onClick={onNext}>
              下一处未填
            </Button>
          </>
        ) : (
          <span className="kb-good">全部 {items.length} 行已填</span>
        )}
        {controlPrice !== null && !above && totals.filled > 0 && <span>最高限价 {formatAmount(controlPrice)} 元</span>}
        {totals.over.length > 0 && <span className="kb-warn">{totals.over.length} 行高于单价限价</span>}
      </p>
      {above && (
        <Alert type="error" showIcon title={`总价高于最高限价 ${formatAmount(controlPrice)} 元，这样的投标会被否决`} />
      )}
    </div>
  )
}

function pricesBefore(previous: Room['previous']): ReadonlyMap<string, string> | null {
  return previous && pricesByLine(previous.lines)
}

function pricesByLine(lines: Room['targets']): ReadonlyMap<string, string> {
  return new Map(lines.map((line) => [line.itemId, line.unitPrice]))
}

function askDiscount(items: Room['items'], prices: Prices, set: (prices: Prices) => void): void {
  openDialog<string>({
    title: '按单价限价下浮',
    content: (state) => <DiscountField onChange={state.set} />,
    run: (percent) => {
      if (!percent || new Exact(percent).gte(100)) {
        toast.error('请输入 0 到 100 之间的下浮比例')
        return Promise.resolve(false)
      }
      set(fillFromControl(items, prices, percent))
      return Promise.resolve(true)
    },
  })
}

function DiscountField({ onChange }: { onChange: (percent: string) => void }) {
  const [value, setValue] = useState<string>()
  return (
    <Labelled label="下浮比例：只填尚未填写、且有单价限价的行，结果四舍五入到分">
      {(id) => (
        <AmountInput
          id={id}
          value={value}
          unit="%"
          capitals={false}
          onChange={(next) => {
            setValue(next)
            onChange(next ?? '')
          }}
        />
      )}
    </Labelled>
  )
}
