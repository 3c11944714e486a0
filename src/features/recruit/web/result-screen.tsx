import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { recruitDetail } from '../contract/order.ts'
import { saveResult, supplierDetail } from '../contract/trade.ts'
import { recruitPlace, type Side } from '../rules/places.ts'
import { type Entry, ResultRows } from './result-rows.tsx'
import { feeTag, stateTag } from './words.ts'

type Order = OutputOf<typeof recruitDetail>
type Result = OutputOf<typeof supplierDetail>

/** The result of a call: drafted from who passed, and read once it is published. */
export function Screen({ side }: { side: Side }) {
  const { orderId = '' } = useParams()
  const order = useCall(recruitDetail, { params: { orderId } }, { fresh: 0 })
  const result = useCall(supplierDetail, { params: { orderId } }, { fresh: 0 })
  return (
    <WhenLoaded query={order}>
      {(found) => (
        <WhenLoaded query={result}>{(data) => <ResultPage order={found} result={data} side={side} />}</WhenLoaded>
      )}
    </WhenLoaded>
  )
}

interface ResultPageProps {
  order: Order
  result: Result
  side: Side
}

function ResultPage({ order, result, side }: ResultPageProps) {
  const allowed = order.actions.find(({ action }) => action === 'result')
  const isDrafted = order.state === 'drafted' || order.state === 'published'
  if (allowed && !allowed.reason)
    return result.rows.length > 0 ? (
      <ResultForm order={order} result={result} side={side} />
    ) : (
      <EmptyPage head="征集结果" title="没有审核通过的供应商，可以终止该征集" />
    )
  if (isDrafted) return <ResultTable order={order} result={result} side={side} />
  return <EmptyPage head="征集结果" title={allowed?.reason ?? '征集截止、申请审核完毕后可拟定结果'} />
}

function ResultForm({ order, result, side }: ResultPageProps) {
  const navigate = useNavigate()
  const { orderId, title, code } = order
  const place = recruitPlace(side, orderId)
  const save = useAction(saveResult, { success: '结果已拟定' })
  const chosen = result.rows.filter(({ isChosen }) => isChosen)
  return (
    <FormScreen<{ entries: Entry[] }>
      title="征集结果"
      back={{ label: title, to: place }}
      facts={[code, `审核通过 ${result.rows.length} 家`]}
      schema={saveResult.body}
      initial={{
        entries: chosen.map(({ tradeId, categories, from, until }) => ({
          tradeId,
          categories,
          from: from ?? '',
          until: until ?? '',
        })),
      }}
      sections={[
        {
          title: '入库供应商',
          hint: '勾选入库的供应商，确定品类和有效期。公布前可以修改。',
          fields: [
            {
              kind: 'custom',
              name: 'entries',
              label: '供应商',
              required: true,
              wide: true,
              control: <ResultRows lines={result.rows} />,
            },
          ],
        },
      ]}
      submit={{ label: '保存结果', run: ({ entries }) => save.run({ params: { orderId }, body: { entries } }) }}
      onDone={() => void navigate(place, { replace: true })}
    />
  )
}

function ResultTable({ order, result, side }: ResultPageProps) {
  const rows = result.rows.filter(({ isChosen }) => isChosen)
  return (
    <article>
      <PageHead
        title="征集结果"
        status={<StatusTag {...stateTag(order.state)} />}
        facts={[order.code, result.publishedAt && `公布于 ${formatTime(result.publishedAt)}`]}
        back={{ label: order.title, to: recruitPlace(side, order.orderId) }}
      />
      <DataTable
        label="入库供应商"
        rows={rows}
        rowKey={(row) => row.tradeId}
        columns={[
          { key: 'company', title: '供应商', isHead: true, value: (row) => row.companyName },
          {
            key: 'categories',
            title: '入库品类',
            value: (row) =>
              row.applied
                .filter(({ key }) => row.categories.includes(key))
                .map(({ name }) => name)
                .join('、'),
          },
          { key: 'valid', title: '有效期', width: 220, value: (row) => `${row.from ?? ''} 至 ${row.until ?? ''}` },
          { key: 'fee', title: '费用', width: 110, render: (row) => <StatusTag {...feeTag(row.fee)} /> },
        ]}
      />
    </article>
  )
}
