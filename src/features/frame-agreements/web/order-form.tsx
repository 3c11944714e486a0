import { Alert, Form } from 'antd'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { Exact, formatAmount, lineTotal, sum } from '#contract/money.ts'
import { callOffPlace } from '#features/contracts/rules/places.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { agreementDetail, orderFromAgreement } from '../contract/agreement.ts'
import { agreementPlace, LIBRARY } from '../rules/places.ts'
import { CALL_RULES } from '../rules/words.ts'
import { LineInputs, type LineValues } from '#web/kit/line-inputs.tsx'
import { boundText, moneyText, priceText } from './words.ts'

type Agreement = OutputOf<typeof agreementDetail>
type Entry = Agreement['entries'][number]

interface Values {
  entryId: string
  deliverBy: string
  place: string
  note?: string
  skipReason?: string
  lines: LineValues
}

/** Orders from an agreement in force, with what it leaves as it is typed. */
export function Screen() {
  const { agreementId = '' } = useParams()
  const query = useCall(agreementDetail, { params: { agreementId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(agreement) => <OrderForm agreement={agreement} />}</WhenLoaded>
}

function OrderForm({ agreement }: { agreement: Agreement }) {
  const navigate = useNavigate()
  const made = useRef('')
  const order = useAction(orderFromAgreement, {
    success: '采购订单已下达，待供应商确认',
    onDone: ({ callOffId }) => {
      made.current = callOffId
    },
  })
  const may = agreement.entries.filter(({ state }) => state === 'active')
  const next = may.find(({ isNext }) => isNext)
  return (
    <FormScreen<Values>
      title="下达订单"
      back={{ label: agreement.title, to: agreementPlace(agreement.agreementId, LIBRARY) }}
      facts={[
        agreement.code,
        `有效期至 ${agreement.until}`,
        CALL_RULES[agreement.rule],
        agreement.left === null ? '按数量控制' : `协议剩余 ${formatAmount(agreement.left)} 元`,
      ]}
      initial={{
        place: agreement.place,
        entryId: (next ?? (may.length === 1 ? may[0] : undefined))?.entryId ?? '',
        lines: {},
      }}
      sections={[
        {
          title: '订单',
          fields: [
            {
              kind: 'radio',
              name: 'entryId',
              label: '供应商',
              required: true,
              options: may.map((one) => ({
                value: one.entryId,
                label: `${one.supplierName}${one.isNext ? '（轮到）' : ''}${one.admission ? `（${one.admission.reason}）` : ''}`,
                disabled: one.admission?.level === 'block',
              })),
            },
            {
              kind: 'text',
              name: 'skipReason',
              label: '未按顺序的理由',
              required: true,
              maxLength: 500,
              help: next && `按顺序轮候应由${next.supplierName}供货`,
              when: ({ entryId }) => next !== undefined && Boolean(entryId) && entryId !== next.entryId,
            },
            { kind: 'day', name: 'deliverBy', label: '交货期限', required: true, future: true },
            { kind: 'text', name: 'place', label: '交货地点', required: true, maxLength: 200 },
            {
              kind: 'custom',
              name: 'lines',
              label: '订货数量',
              wide: true,
              required: true,
              control: <OrderLines agreement={agreement} />,
            },
            { kind: 'area', name: 'note', label: '说明', maxLength: 1000, rows: 2 },
          ],
          content: <Remaining agreement={agreement} />,
        },
      ]}
      submit={{
        label: '下达订单',
        run: ({ entryId, deliverBy, place, note, skipReason, lines }) =>
          order.run({
            params: { agreementId: agreement.agreementId },
            body: {
              entryId,
              deliverBy,
              place,
              note: note ?? '',
              skipReason: skipReason ?? '',
              lines: wantedOf(lines).map(({ line, quantity, unitPrice }) => ({ line, quantity, unitPrice })),
            },
          }),
      }}
      onDone={() => void navigate(callOffPlace('purchaser', made.current), { replace: true })}
    />
  )
}

function wantedOf(lines: LineValues | undefined) {
  return Object.entries(lines ?? {}).flatMap(([line, { quantity, unitPrice }]) =>
    quantity && Number(quantity) > 0 ? [{ line: Number(line), quantity, unitPrice: unitPrice || null }] : [],
  )
}

function useEntry({ entries }: Agreement): Entry | undefined {
  const entryId = Form.useWatch('entryId') as string | undefined
  return entries.find((one) => one.entryId === entryId)
}

interface OrderLinesProps {
  agreement: Agreement
  value?: LineValues
  onChange?: (lines: LineValues) => void
}

function OrderLines({ agreement, value, onChange }: OrderLinesProps) {
  const entry = useEntry(agreement)
  if (!entry) return <p className="kb-hint">请先选择供应商</p>
  const lines = agreement.items.map((item) => ({ ...item, ...lineOf(entry, item.line) }))
  return (
    <LineInputs
      label="订货"
      lines={lines}
      facts={[
        { title: '协议价（元）', of: ({ unitPrice }) => priceText(unitPrice) },
        { title: '剩余数量', of: ({ left, unit }) => boundText(left, unit) },
      ]}
      fields={[
        { name: 'quantity', title: '数量' },
        {
          name: 'unitPrice',
          title: '本次单价',
          placeholder: ({ unitPrice }) => (unitPrice === null ? '必填' : '按协议价'),
        },
      ]}
      {...(value && { value })}
      {...(onChange && { onChange })}
    />
  )
}

function lineOf({ lines }: Entry, line: number) {
  const { unitPrice, left } = lines.find((one) => one.line === line)!
  return { unitPrice, left }
}

/** What the order comes to, and what is left behind it. */
function Remaining({ agreement }: { agreement: Agreement }) {
  const entry = useEntry(agreement)
  const entered = Form.useWatch('lines') as LineValues | undefined
  if (!entry) return null
  const parts = wantedOf(entered).map(({ line, quantity, unitPrice }) =>
    amountOf(unitPrice ?? lineOf(entry, line).unitPrice, quantity),
  )
  const total = new Exact(sum(parts))
  const rest = entry.left === null ? null : new Exact(entry.left).minus(total)
  const isOver = rest !== null && rest.lt(0)
  return (
    <Alert
      type={isOver ? 'error' : 'info'}
      showIcon
      role="status"
      title={`本次订单 ${formatAmount(total.toFixed(2))} 元；${entry.supplierName}剩余额度 ${moneyText(entry.left)}${
        rest === null
          ? ''
          : isOver
            ? `，超出 ${formatAmount(rest.neg().toFixed(2))} 元`
            : `，下单后剩余 ${formatAmount(rest.toFixed(2))} 元`
      }`}
    />
  )
}

/** Nothing while it is still being typed. */
function amountOf(price: string | null, quantity: string): string {
  const isNumber = (value: string | null): value is string => value !== null && /^\d+(\.\d+)?$/.test(value)
  return isNumber(price) && isNumber(quantity) ? lineTotal(price, quantity) : '0'
}
