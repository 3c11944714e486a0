import { Alert, Button } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { supplementDetail } from '../contract/supplement.ts'
import { type Side, supplementPlaces } from '../rules/places.ts'
import { FindingsPart } from './findings-part.tsx'
import { BreachTag, MarkNote, MarkTag } from './marks.tsx'
import { runFacts, runSections } from './run-part.tsx'
import { useSupplementActs } from './use-acts.tsx'
import { supplementTag } from './words.ts'

type Supplement = OutputOf<typeof supplementDetail>

interface DetailProps {
  side: Side
  /** Where the page stands: among registrations, among what agencies do for the purchaser, or below the project. */
  from?: 'list' | 'entrusted' | 'project'
}

/** One registration, whole: what was bought, when, by whom, what the checks say, and its versions. */
export function Screen({ side, from = 'list' }: DetailProps) {
  const { supplementId, orderId } = useParams()
  const id = supplementId ?? orderId ?? ''
  useLive(`supplement:${id}`)
  const navigate = useNavigate()
  const query = useCall(supplementDetail, { params: { supplementId: id } })
  const { act, dialog } = useSupplementActs(side, id)
  const place = supplementPlaces(side)
  return (
    <DetailScreen query={query} back={backOf(query.data, { side, from })}>
      {(row) => {
        const shown = row.inForce ?? row.copy!
        const isRead = from !== 'list' || !row.isOwn
        return {
          title: shown.content.title,
          status: (
            <>
              <MarkTag /> <StatusTag {...supplementTag(row)} /> <BreachTag breaches={row.breaches} />
            </>
          ),
          facts: [row.code, ...runFacts(shown.content)],
          ...(!isRead && { actions: row.actions, onAction: (action: string) => void act(action, row) }),
          extra: (
            <>
              <Button onClick={() => window.print()}>打印</Button>
              {!isRead && row.version > 0 && <Button onClick={() => void navigate(place.record(id))}>登记记录</Button>}
            </>
          ),
          notice: (
            <>
              <MarkNote />
              {row.state === 'withdrawn' && (
                <Alert
                  className="kb-below-12"
                  type="error"
                  showIcon
                  title={`${row.withdrawnByName}于 ${formatTime(row.withdrawnAt)} 撤回登记：${row.withdrawReason}`}
                />
              )}
              {row.inForce && row.copy && (
                <Alert
                  className="kb-below-12"
                  type="info"
                  showIcon
                  title="有尚未提交的更正，以下为已登记的内容"
                  action={<Link to={place.preview(id)}>查看更正</Link>}
                />
              )}
              {dialog}
            </>
          ),
          sections: [
            { key: 'registration', title: '登记', content: <Registration row={row} side={side} /> },
            { key: 'findings', title: '核对', content: <FindingsPart findings={shown.findings} /> },
            ...runSections({ supplementId: id, ...shown }),
          ],
        }
      }}
    </DetailScreen>
  )
}

function backOf(row: Supplement | undefined, { side, from }: Required<DetailProps>) {
  if (from === 'entrusted') return { label: '委托采购', to: '/purchaser/entrust-purchase/list' }
  if (from === 'project' && row?.projectId)
    return { label: row.projectName ?? '采购项目', to: `/purchaser/register/projects/${row.projectId}/detail` }
  return { label: '补录登记', to: supplementPlaces(side).list }
}

function Registration({ row, side }: { row: Supplement; side: Side }) {
  const place = supplementPlaces(side)
  const last = row.inForce
  return (
    <FieldList
      items={[
        { label: '采购人', value: row.purchaserName },
        { label: '登记单位', value: row.companyName },
        {
          label: '采购项目',
          value: row.projectId ? (
            <Link to={place.project(row.projectId)}>
              {row.projectName}（{row.projectCode}）›
            </Link>
          ) : (
            '登记时建立'
          ),
          wide: true,
        },
        { label: '起草', value: `${row.createdByName}，${formatTime(row.createdAt)}` },
        last && { label: '登记时间', value: formatTime(row.registeredAt) },
        last && {
          label: '现行版本',
          value: `第 ${row.version} 版，${last.madeByName}于 ${formatTime(last.madeAt)} 提交`,
        },
        last && last.reason !== '' && { label: '更正原因', value: last.reason, wide: true },
      ]}
    />
  )
}
