import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Family } from '#features/procurement/methods/family.ts'
import { methodsOf } from '#features/procurement/methods/all.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ask } from '#web/feedback.ts'
import { confirmStep } from '#web/kit/confirm-step.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { projectPackages, publishPackage } from '../contract.ts'
import { packagePlaces, type Side } from '../rules/places.ts'
import { BATCH_STEPS, type BatchStep } from '../rules/steps.ts'
import { LotName, LotStage } from './lot-cells.tsx'

type Package = OutputOf<typeof projectPackages>[number]
const STEPS = Object.entries(BATCH_STEPS) as [BatchStep, (typeof BATCH_STEPS)[BatchStep]][]

/** The orders of a package by stage, and steps for those that are ticked. */
export function Screen({ side, family }: { side: Side; family: Family }) {
  const at = packagePlaces(side, family)
  const { projectId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const query = useCall(projectPackages, { params: { projectId } }, { enabled: projectId !== '' })
  const back = { label: family.packages!.list, to: at.list }
  if (projectId === '' || query.data?.length === 0)
    return <EmptyPage head="采购包" back={back} title="该项目还没有采购包" hint="在列表中选择采购包，或者新建采购包" />
  return (
    <DetailScreen query={query} back={back}>
      {(packages) => {
        const found = packages.find(({ packageId }) => packageId === params.get('package')) ?? packages[0]!
        return {
          title: found.title,
          facts: [found.code, `${found.lots} 个采购单`, `${found.createdByName} ${formatTime(found.createdAt)} 创建`],
          extra: found.isOwner && found.drafts > 0 && <Drafts found={found} at={at} />,
          notice: <Course found={found} />,
          sections: [
            {
              key: 'lots',
              title: '采购单',
              content: <Lots key={found.packageId} found={found} side={side} family={family} />,
            },
            {
              key: 'basic',
              title: '基本信息',
              content: (
                <FieldList
                  items={[
                    { label: '采购项目', value: found.projectName },
                    { label: '项目编号', value: found.projectCode },
                    found.remark !== '' && { label: '公告补充', value: found.remark, wide: true },
                  ]}
                />
              ),
            },
            packages.length > 1 && {
              key: 'others',
              title: '本项目的其他采购包',
              content: (
                <p className="kb-flex kb-gap-8 kb-wrap">
                  {packages
                    .filter((one) => one !== found)
                    .map((one) => (
                      <Button key={one.packageId} onClick={() => setParams({ package: one.packageId })}>
                        {one.title}（{one.code}）
                      </Button>
                    ))}
                </p>
              ),
            },
          ],
        }
      }}
    </DetailScreen>
  )
}

/** What is due of the package as a whole. */
function Course({ found }: { found: Package }) {
  if (found.drafts === 0) return null
  const isWhole = found.drafts === found.lots
  return (
    <Alert
      className="kb-above-16 kb-below-16"
      type="info"
      showIcon
      title={isWhole ? '采购包尚未发布' : `${found.drafts} 个采购单尚未发布`}
      description="公开的采购单共用一份公告和一次报名；仅邀请的采购单各自发出邀请书，不出现在公告中。发布后采购清单和时间安排不可修改，变更须发布公告。"
    />
  )
}

/** Edits or publishes what is not published. */
function Drafts({ found, at }: { found: Package; at: ReturnType<typeof packagePlaces> }) {
  const navigate = useNavigate()
  const rule = useCall(approvalNode, { params: { type: 'bidding', node: 'announcement' } })
  const publish = useAction(publishPackage, {
    success: ({ rows }) => (rows.some(({ outcome }) => outcome === 'held') ? '已提交审批' : '已发布'),
    quiet: true,
  })
  const drafts = found.rows.filter(({ state }) => state === 'publish.draft')
  const [problem, setProblem] = useState('')
  const run = async (body: object): Promise<void> => {
    const answer = await publish.run({ params: { packageId: found.packageId }, body })
    if (answer.ok) return setProblem('')
    const details = Array.isArray(answer.error.details) ? (answer.error.details as { message?: string }[]) : []
    const said = [answer.error.message, ...details.flatMap(({ message }) => message ?? [])]
    const text = [...new Set(said)].join('；')
    if (!answer.error.isConfirm) return setProblem(text)
    if (await ask({ title: answer.error.message, content: text, okText: '已知悉，继续发布' }))
      await run({ ...body, acceptWarnings: true })
  }
  const content = `共 ${drafts.length} 个采购单一并发布，任何一个不符合要求的，全部不发布。发布后不可撤回。`
  return (
    <>
      {problem !== '' && <span className="kb-bad">{problem}</span>}
      <Button
        onClick={() =>
          void navigate(at.create({ projectId: found.projectId, orderIds: drafts.map(({ orderId }) => orderId) }))
        }
      >
        编辑采购包
      </Button>
      <Button
        type="primary"
        loading={publish.busy}
        onClick={() => void confirmStep({ title: '发布采购包', content, okText: '发布' }, rule.data, run)}
      >
        发布采购包
      </Button>
    </>
  )
}

/** The table lots × stage, with what may be done for those that are ticked. */
function Lots({ found, side, family }: { found: Package; side: Side; family: Family }) {
  const navigate = useNavigate()
  const at = packagePlaces(side, family)
  const { words } = methodsOf(family)[0]!
  const published = found.rows.filter(({ state }) => state !== 'publish.draft')
  const [keys, setKeys] = useState<string[]>([])
  const chosen = keys.length > 0 ? keys : published.map(({ orderId }) => orderId)
  return (
    <>
      {found.isOwner && published.length > 0 && (
        <div className="kb-flex kb-gap-8 kb-wrap kb-below-12" role="group" aria-label="批量办理">
          {STEPS.map(([step, { label }]) => (
            <Button key={step} onClick={() => void navigate(at.batch(step, chosen))}>
              {`批量${fillWords(words, label)}`}
            </Button>
          ))}
          <span className="kb-hint kb-fixed">
            {keys.length > 0 ? `已选 ${keys.length} 个采购单` : '未勾选时对全部已发布的采购单办理，逐单执行'}
          </span>
        </div>
      )}
      <DataTable
        label="采购单"
        rows={found.rows}
        rowKey={(row) => row.orderId}
        {...(found.isOwner && published.length > 0 && { selection: { keys, onChange: setKeys } })}
        columns={[
          { key: 'lot', title: '包号', kind: 'ordinal', width: 60, value: (row) => row.lotNo },
          {
            key: 'title',
            title: '采购单',
            isHead: true,
            value: (row) => row.title,
            render: (row) => <LotName lot={row} side={side} projectId={found.projectId} />,
          },
          {
            key: 'stage',
            title: '状态',
            width: 130,
            value: (row) => row.stage,
            render: (row) => <LotStage lot={row} />,
          },
          { key: 'lines', title: '清单行', kind: 'number', width: 80, value: (row) => row.lines },
          {
            key: 'signUps',
            title: '报名（待审）',
            width: 110,
            value: (row) =>
              row.signUps && row.state !== 'publish.draft' ? `${row.signUps.passed}（${row.signUps.pending}）` : '',
          },
          {
            key: 'next',
            title: '下一时间',
            width: 170,
            value: (row) => (row.nextAt ? `${row.nextLabel ?? ''} ${formatTime(row.nextAt)}` : ''),
          },
          { key: 'budget', title: '预算（元）', kind: 'amount', width: 130, value: (row) => row.estimatedPrice },
          {
            key: 'winner',
            title: fillWords(words, '{winner}'),
            width: 200,
            value: (row) =>
              row.winners.length === 0 ? '' : `${row.winners.join('、')}（${formatAmount(row.dealPrice ?? '0')} 元）`,
          },
        ]}
      />
    </>
  )
}
