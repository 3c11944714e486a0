import { Alert } from 'antd'
import { useLocation, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { openFile } from '#web/export.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { orderTalk, recordTalk, talkMinutes } from '../contract.ts'
import { pricedLines, totalOf } from '../rules.ts'
import { type LinePrice, LinePrices } from './line-prices.tsx'
import { type Person, PeopleRows } from './people-rows.tsx'
import { ResponseFacts, TalkRecord } from './talk-record.tsx'

type Order = OutputOf<typeof orderDetail>
type Talks = OutputOf<typeof orderTalk>
type Fields = InputOf<typeof recordTalk>['body']
type Values = Omit<Fields, 'files' | 'price' | 'lines'> & { price?: string; lines?: LinePrice[]; files?: FileRef[] }

/** The response, and the minutes of the talk with the supplier. */
export function Screen() {
  const { orderId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(orderTalk, { params: { orderId } }, { fresh: 0 })
  useLive(`order:${orderId}`)
  return (
    <WhenLoaded query={order}>
      {(of) => <WhenLoaded query={query}>{(talks) => <TalkPage order={of} talks={talks} />}</WhenLoaded>}
    </WhenLoaded>
  )
}

function TalkPage({ order, talks }: { order: Order; talks: Talks }) {
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const place = { id: order.orderId, method: order.method }
  const page = {
    title: '响应文件与协商',
    facts: [order.code, order.title, talks.supplierName],
    back: { label: say(order, '{order}详情'), to: placeOf(place, 'publish.detail', side) },
  }
  if (talks.blocked !== null)
    return (
      <article>
        <PageHead {...page} status={<StatusTag label={order.stage} tone="active" />} />
        <Alert className="kb-below-20" type="info" showIcon title={talks.blocked} />
        <Known order={order} talks={talks} />
      </article>
    )
  return <TalkForm key={talks.talks.length} page={page} order={order} talks={talks} />
}

interface TalkFormProps {
  page: { title: string; facts: (string | null)[]; back: { label: string; to: string } }
  order: Order
  talks: Talks
}

function TalkForm({ page, order, talks }: TalkFormProps) {
  const { orderId } = order
  const send = useAction(recordTalk, { success: '协商情况已提交，等待供应商确认' })
  const last = talks.talks[0]
  const { limit, response, items } = talks
  const isByLine = methodOf(order.method).isPricedByLine === true
  const help = `不高于响应价格 ${formatAmount(response!.price)} 元、${limit.label} ${formatAmount(limit.amount)} 元`
  return (
    <FormScreen<Values>
      {...page}
      draft={`talks.minutes.${orderId}.${talks.talks.length}`}
      initial={last ? { ...last, lines: pricesOf(last) } : initialOf(order, talks)}
      schema={isByLine ? recordTalk.body.omit({ price: true }) : recordTalk.body}
      sections={[
        { content: <Known order={order} talks={talks} /> },
        {
          title: last ? '重新提交协商情况' : '记录协商情况',
          hint: '提交后由供应商核对确认；供应商退回的，核对后重新提交。确认后价格和条款不再更改。',
          fields: [
            { kind: 'instant', name: 'heldAt', label: '协商时间', required: true },
            { kind: 'text', name: 'place', label: '协商地点', required: true },
            isByLine
              ? {
                  kind: 'custom',
                  name: 'lines',
                  label: '商定单价',
                  required: true,
                  wide: true,
                  help: `合计${help}`,
                  control: <LinePrices items={items} />,
                }
              : { kind: 'amount', name: 'price', label: '商定价格', required: true, help },
            { kind: 'custom', name: 'people', label: '参加人员', required: true, wide: true, control: <PeopleRows /> },
            {
              kind: 'area',
              name: 'priceBasis',
              label: '价格依据',
              required: true,
              maxLength: 4000,
              help: '供应商提供的采购标的成本、同类项目合同价格以及相关专利、专有技术等情况说明',
            },
            {
              kind: 'area',
              name: 'terms',
              label: '合同主要条款及价格商定情况',
              required: true,
              rows: 6,
              maxLength: 8000,
            },
            {
              kind: 'files',
              name: 'files',
              label: '附件（签字的记录等）',
              use: 'talk-minutes',
              most: 10,
              accept: '.pdf,.docx,.xlsx,.png,.jpg,.jpeg',
            },
          ],
        },
      ]}
      submit={{
        label: '提交供应商确认',
        confirm: '提交后供应商可以查看本记录，确认前不能再修改。确认提交？',
        run: ({ price = '', lines = [], ...values }) =>
          send.run({
            params: { orderId },
            body: bodyOf({ ...values, lines, price: isByLine ? totalOf(pricedLines(items, lines)) : price }),
          }),
      }}
    />
  )
}

/** What there is to read: the response, and earlier minutes. */
function Known({ order, talks }: { order: Order; talks: Talks }) {
  const path = `/api/workbench/buyer/orders/${order.orderId}/talk/files`
  return (
    <>
      {talks.response && (
        <section className="kb-section">
          <h2>{say(order, '{offer}')}</h2>
          <ResponseFacts response={talks.response} items={talks.items} path={path} />
        </section>
      )}
      {talks.talks.map((talk) => (
        <TalkRecord
          key={talk.talkId}
          talk={talk}
          items={talks.items}
          path={path}
          onPdf={() => void openFile(talkMinutes, { params: { orderId: order.orderId, talkId: talk.talkId } })}
        />
      ))}
    </>
  )
}

function pricesOf({ lines }: Pick<Talks['talks'][number], 'lines'>): LinePrice[] {
  return (lines ?? []).map(({ itemId, unitPrice }) => ({ itemId, unitPrice }))
}

function initialOf(order: Order, { supplierName, response }: Talks): Partial<Values> {
  const of = (side: Person['side'], unit: string): Person => ({ side, name: '', unit, title: '' })
  return {
    people: [of('buyer', order.purchaserName), of('supplier', supplierName ?? '')],
    lines: response ? pricesOf(response) : [],
  }
}

function bodyOf({ files = [], ...values }: Omit<Fields, 'files'> & { files?: FileRef[] }): Fields {
  return { ...values, files: files.map(({ fileId, name }) => ({ fileId, name })) }
}
