import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { appraisalDetail } from '../contract/appraisals.ts'
import { PLACES } from '../rules/places.ts'
import { type AppraisalAct, useAppraisalActs } from './appraisal-acts.tsx'
import { type Appraisal, AppraisalDrawer } from './appraisal-drawer.tsx'
import { AnswerDialog, ExtendDialog, VetoDialog } from './appraisal-dialogs.tsx'
import { CheckDrawer } from './check-drawer.tsx'
import { ResultTable } from './result-table.tsx'
import { ItemTable } from './item-table.tsx'
import { appraisalTag } from './words.ts'

/** An appraisal: whom, by what, by whom, and what came of it. */
export function Screen() {
  const { appraisalId = '' } = useParams()
  const query = useCall(appraisalDetail, { params: { appraisalId } }, { fresh: 0 })
  const navigate = useNavigate()
  const [open, setOpen] = useState<AppraisalAct | 'check' | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  const act = useAppraisalActs(setOpen, () => void navigate(PLACES.appraisals))
  const close = () => setOpen(null)
  const appraisal = query.data
  return (
    <>
      <DetailScreen query={query} back={{ label: '供应商考核', to: PLACES.appraisals }}>
        {(row) => ({
          title: row.title,
          status: <StatusTag {...appraisalTag(row.state)} />,
          facts: [row.templateName, `考核期 ${row.from} 至 ${row.until}`],
          ...(row.state === 'scoring' && { deadline: { label: '打分截止', at: row.deadline } }),
          actions: row.actions,
          onAction: (action) => act(action as AppraisalAct, row),
          extra: row.factsHash !== null && <Button onClick={() => setOpen('check')}>复算</Button>,
          notice: <Notice appraisal={row} />,
          sections: [
            {
              key: 'results',
              title: '考核结果',
              content:
                row.results.length === 0 ? (
                  <EmptyState title="尚未开始" hint="开始考核后按考核期取得各供应商的往来记录" />
                ) : (
                  <ResultTable appraisal={row} onAnswer={setAnswered} />
                ),
            },
            row.appraisers.length > 0 && {
              key: 'appraisers',
              title: '评分人',
              content: <Appraisers appraisal={row} />,
            },
            { key: 'items', title: '考核指标', content: <ItemTable items={row.items} /> },
            { key: 'basis', title: '基本信息', content: <Basis appraisal={row} /> },
          ],
        })}
      </DetailScreen>
      {appraisal && open === 'edit' && <AppraisalDrawer appraisal={appraisal} onClose={close} />}
      {appraisal && open === 'extend' && <ExtendDialog appraisal={appraisal} onClose={close} />}
      {appraisal && open === 'veto' && <VetoDialog appraisal={appraisal} onClose={close} />}
      {appraisal && open === 'check' && <CheckDrawer appraisalId={appraisalId} onClose={close} />}
      {appraisal && answered && (
        <AnswerDialog appraisal={appraisal} supplierId={answered} onClose={() => setAnswered(null)} />
      )}
    </>
  )
}

function Notice({ appraisal: { state, appraisers, cancelReason, pendingApproval } }: { appraisal: Appraisal }) {
  const said = textOf()
  return said && <Alert className="kb-below-12" type="info" showIcon title={said} />

  function textOf() {
    if (pendingApproval) return `“${pendingApproval}”正在审批，通过后发布并告知供应商`
    if (state === 'cancelled') return `考核已终止：${cancelReason}`
    const missing = appraisers.filter(({ handedInAt }) => handedInAt === null)
    if (state === 'scoring') return `全部评分人提交后才能看到评分，还有 ${missing.length} 人未提交`
    if (state === 'scored' && missing.length > 0)
      return `${missing.map(({ name }) => name).join('、')}逾期未提交，按已提交的评分汇总`
    return null
  }
}

function Appraisers({ appraisal }: { appraisal: Appraisal }) {
  return (
    <DataTable
      label="评分人"
      rows={appraisal.appraisers}
      rowKey={(row) => row.userId}
      columns={[
        { key: 'name', title: '姓名', value: (row) => row.name, isHead: true },
        {
          key: 'at',
          title: '提交时间',
          width: 200,
          render: (row) => (row.handedInAt ? <TimeText at={row.handedInAt} /> : '未提交'),
        },
      ]}
    />
  )
}

function Basis({ appraisal: row }: { appraisal: Appraisal }) {
  const { category, grade, supplierIds } = row.scope
  const filters = [category, grade && `${grade} 级`].filter(Boolean).join('、')
  return (
    <FieldList
      items={[
        {
          label: '供应商范围',
          value: supplierIds.length > 0 ? `指定 ${supplierIds.length} 家` : filters || '全部合格和暂停的供应商',
        },
        { label: '模板版本', value: row.templateVersion ? `第 ${row.templateVersion} 版` : '开始时固定' },
        { label: '打分截止', value: formatTime(row.deadline) },
        { label: '创建', value: `${row.createdByName}，${formatTime(row.createdAt)}` },
        row.startedAt && { label: '开始', value: formatTime(row.startedAt) },
        row.scoredAt && { label: '汇总', value: formatTime(row.scoredAt) },
        row.publishedAt && { label: '发布', value: `${row.publishedByName}，${formatTime(row.publishedAt)}` },
        row.gradeUntil && { label: '等级有效期至', value: row.gradeUntil },
        row.objectionEnd && { label: '异议截止', value: formatTime(row.objectionEnd) },
        row.factsHash && { label: '记录指纹', value: row.factsHash.slice(0, 16), wide: true },
      ]}
    />
  )
}
