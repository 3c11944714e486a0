import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { trimZeros } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { objectToResult, ownResult } from '../contract/supplier.ts'
import { PLACES } from '../rules/places.ts'
import { KINDS } from '../rules/sources.ts'
import { OUTCOMES } from '../rules/status.ts'
import { FactTable } from './fact-table.tsx'
import { GRADE_TONES, sourceText } from './words.ts'

type Result = OutputOf<typeof ownResult>

/** The own result, what it rests on, and the way to object. */
export function Screen() {
  const { appraisalId = '' } = useParams()
  const params = { appraisalId }
  const query = useCall(ownResult, { params }, { fresh: 0 })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DetailScreen query={query} back={{ label: '考核结果', to: PLACES.own }}>
        {(result) => ({
          title: result.title,
          status: result.grade && <StatusTag label={`${result.grade} 级`} tone={GRADE_TONES[result.grade]} />,
          facts: [result.ownerName, `考核期 ${result.from} 至 ${result.until}`],
          ...(result.mayObject && { deadline: { label: '异议截止', at: result.objectionEnd } }),
          extra: result.mayObject && (
            <Button type="primary" onClick={() => setOpen(true)}>
              提出异议
            </Button>
          ),
          sections: [
            { key: 'result', title: '结果', content: <Summary result={result} /> },
            result.items.length > 0 && { key: 'items', title: '各项得分', content: <Items result={result} /> },
            {
              key: 'facts',
              title: '计入的记录',
              content: <FactTable label="计入的记录" facts={result.facts} />,
            },
            result.own && {
              key: 'objection',
              title: '异议',
              content: <Objection own={result.own} appraisalId={appraisalId} />,
            },
          ],
        })}
      </DetailScreen>
      {isOpen && (
        <ActionDialog<typeof objectToResult, InputOf<typeof objectToResult>['body']>
          title="提出异议"
          endpoint={objectToResult}
          schema={objectToResult.body}
          hint="每次考核可提出一次异议，请写明事实、理由和要求。"
          initial={{ files: [] }}
          fields={[
            { kind: 'area', name: 'content', label: '异议内容', required: true, maxLength: 2000, rows: 6 },
            { kind: 'files', name: 'files', label: '证明材料', use: 'appraisal-objection', most: 10 },
          ]}
          input={({ content, files = [] }) => ({
            params,
            body: { content, files: files.map(({ fileId, name }) => ({ fileId, name })) },
          })}
          okText="提交异议"
          success="异议已提交，请等待采购人答复"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Summary({ result }: { result: Result }) {
  return (
    <FieldList
      items={[
        { label: '得分', value: result.score === null ? '考核期内没有往来，不评分' : `${result.score} 分` },
        { label: '等级', value: result.grade && `${result.grade} 级，至 ${result.gradeUntil}` },
        result.veto !== '' && { label: '否决事项', value: result.veto, wide: true },
        { label: '发布时间', value: formatTime(result.publishedAt) },
        { label: '异议截止', value: formatTime(result.objectionEnd) },
        result.version > 1 && { label: '更正说明', value: result.reason, wide: true },
      ]}
    />
  )
}

function Items({ result }: { result: Result }) {
  return (
    <DataTable
      label="各项得分"
      rows={result.items}
      rowKey={(row) => row.indicatorId}
      columns={[
        { key: 'name', title: '指标', width: 160, value: (row) => row.name, isHead: true },
        { key: 'kind', title: '类型', width: 100, value: (row) => KINDS[row.kind] },
        { key: 'source', title: '评分依据', value: (row) => sourceText(row.source) },
        { key: 'weight', title: '权重', kind: 'number', width: 80, value: (row) => `${trimZeros(row.weight)}%` },
        { key: 'found', title: '情况', width: 110, value: (row) => row.score?.found },
        {
          key: 'marks',
          title: '得分',
          kind: 'number',
          width: 120,
          value: (row) => (row.score?.marks ? `${row.score.marks}/${trimZeros(row.fullMarks)}` : '不计入'),
        },
        { key: 'how', title: '计算', width: 220, value: (row) => row.score?.how },
      ]}
    />
  )
}

function Objection({ own, appraisalId }: { own: NonNullable<Result['own']>; appraisalId: string }) {
  return (
    <FieldList
      items={[
        { label: '异议内容', value: own.content, wide: true },
        { label: '提出', value: `${own.createdByName}，${formatTime(own.createdAt)}` },
        { label: '结论', value: own.outcome ? OUTCOMES[own.outcome] : '待答复' },
        own.answeredAt && { label: '答复', value: `${own.answer}（${formatTime(own.answeredAt)}）`, wide: true },
        own.files.length > 0 && {
          label: '证明材料',
          wide: true,
          value: (
            <FileList
              files={own.files}
              pathOf={({ fileId }) => `/api/workbench/supplier/appraisals/${appraisalId}/objection/files/${fileId}`}
            />
          ),
        },
      ]}
    />
  )
}
