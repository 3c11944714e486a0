import { Alert } from 'antd'
import { Link, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { PurchaseMethod } from '#features/procurement/rules/enums.ts'
import { say } from '#features/procurement/methods/say.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { tr } from '#web/kit/labels.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText, TimeText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { debrief } from '../contract.ts'
import { partPlace } from '../rules/places.ts'

type Debrief = OutputOf<typeof debrief>

/** How an order ended that others won, as far as the law lets this supplier know. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(debrief, { params: { orderId } })
  return (
    <DetailScreen query={query} back={{ label: '落选复盘', to: partPlace('debriefs') }}>
      {(one) => ({
        title: one.title,
        status: <StatusTag {...one.own} />,
        facts: [
          one.code,
          PurchaseMethod.label(one.method),
          one.purchaserName,
          <>
            {tr('结果公布')} <TimeText at={one.awardedAt} absolute />
          </>,
        ],
        notice: one.rejection && (
          <Alert
            type="warning"
            title={tr('贵单位的投标未通过审查')}
            description={`${one.rejection.reason}${one.rejection.rule ? `（${one.rejection.rule}）` : ''}`}
          />
        ),
        sections: [
          { key: 'own', title: '本单位', content: <Own one={one} /> },
          one.marks && { key: 'marks', title: '评审得分', content: <Marks marks={one.marks} /> },
          { key: 'result', title: '公布的结果', content: <Result one={one} /> },
          { key: 'law', title: '告知依据', content: <Law disclosure={one.disclosure} /> },
        ],
      })}
    </DetailScreen>
  )
}

function Own({ one }: { one: Debrief }) {
  const { price, candidate, marks } = one
  return (
    <FieldList
      items={[
        { label: '结果', value: <StatusTag {...one.own} /> },
        { label: '评审价（元）', value: price === null ? tr('未开启') : <AmountText value={price} /> },
        marks && { label: '总得分', value: marks.total },
        marks && { label: '排序', value: marks.rank === null ? tr('未参与排序') : `第 ${marks.rank} 名` },
        candidate && { label: '公示的名次', value: `第 ${candidate.rank} 名` },
        candidate && candidate.score !== null && { label: '公示的得分', value: candidate.score },
      ]}
    />
  )
}

/** Marks by criterion: each part of the score, and what it is made of. */
function Marks({ marks }: { marks: NonNullable<Debrief['marks']> }) {
  const rows = marks.ways.flatMap((way, i) => [
    { key: `${i}`, name: way.name, fullMark: way.fullMark, score: scoreOf(way), isPart: true },
    ...way.items.map((item, j) => ({ key: `${i}.${j}`, isPart: false, ...item })),
  ])
  return (
    <>
      <DataTable
        label="评审得分"
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          {
            key: 'name',
            title: '评审项',
            isHead: true,
            render: ({ name, isPart }) =>
              isPart ? <span className="kb-strong">{name}</span> : <span className="kb-before-12 kb-soft">{name}</span>,
          },
          {
            key: 'full',
            title: '满分',
            kind: 'number',
            width: 100,
            value: (row) => (Number(row.fullMark) > 0 ? row.fullMark : ''),
          },
          { key: 'score', title: '得分', kind: 'number', width: 120, value: (row) => row.score },
        ]}
      />
      <p className="kb-hint kb-above-8">
        {tr('各评审项的得分是计入汇总的评委评分的平均值，不显示个别评委的评分和其他投标人的得分。')}
      </p>
    </>
  )
}

function scoreOf({ score, passed }: NonNullable<Debrief['marks']>['ways'][number]): string {
  if (score !== null) return score
  return passed === null ? '' : passed ? '通过' : '未通过'
}

function Result({ one }: { one: Debrief }) {
  return (
    <>
      <DataTable
        label="公布的结果"
        rows={one.winners}
        rowKey={(row) => row.name}
        columns={[
          { key: 'name', title: say(one, '{winner}'), isHead: true, value: (row) => row.name },
          {
            key: 'price',
            title: `${say(one, '{won}价')}（元）`,
            kind: 'amount',
            width: 180,
            value: (row) => row.price,
          },
        ]}
      />
      <p className="kb-above-8">
        <Link to={`/portal/notices/${one.notice.noticeId}`}>
          {one.notice.title}（{one.notice.code}）
        </Link>
      </p>
    </>
  )
}

function Law({ disclosure: { source, meaning, rule } }: { disclosure: Debrief['disclosure'] }) {
  return (
    <>
      <p>{meaning}</p>
      <p className="kb-hint kb-above-4">
        {source} · {rule}
      </p>
    </>
  )
}
