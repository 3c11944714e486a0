import { Button } from 'antd'
import { trimZeros } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { PLACES as SUPPLIER_PLACES } from '#features/suppliers/rules/places.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { OUTCOMES } from '../rules/status.ts'
import type { Appraisal } from './appraisal-drawer.tsx'
import { FactTable } from './fact-table.tsx'
import { GRADE_TONES } from './words.ts'

type Result = Appraisal['results'][number]

/** Each supplier with what it came to; below it the parts, the records and the marks. */
export function ResultTable({ appraisal, onAnswer }: { appraisal: Appraisal; onAnswer: (supplierId: string) => void }) {
  return (
    <DataTable
      label="考核结果"
      rows={appraisal.results}
      rowKey={(row) => row.supplierId}
      columns={[
        {
          key: 'name',
          title: '供应商',
          isHead: true,
          render: (row) => (
            <MainCell code={row.creditCode} title={row.name} to={SUPPLIER_PLACES.detail(row.supplierId)} />
          ),
        },
        { key: 'score', title: '得分', kind: 'number', width: 140, value: scoreText },
        {
          key: 'grade',
          title: '等级',
          width: 110,
          render: (row) =>
            row.grade ? (
              <StatusTag label={`${row.grade} 级${row.version > 0 ? '' : '（拟）'}`} tone={GRADE_TONES[row.grade]} />
            ) : (
              '-'
            ),
        },
        { key: 'veto', title: '否决事项', width: 180, value: (row) => row.veto },
        {
          key: 'objection',
          title: '异议',
          width: 130,
          render: (row) => <ObjectionCell result={row} mayAnswer={appraisal.mayAnswer} onAnswer={onAnswer} />,
        },
      ]}
      detail={{ label: '明细', of: (row) => <Parts appraisal={appraisal} result={row} /> }}
    />
  )
}

function scoreText({ isActive, score }: Result): string {
  if (!isActive) return '无往来，不评分'
  return score ?? '-'
}

interface ObjectionCellProps {
  result: Result
  mayAnswer: boolean
  onAnswer: (supplierId: string) => void
}

function ObjectionCell({ result: { objection, supplierId }, mayAnswer, onAnswer }: ObjectionCellProps) {
  if (!objection) return '-'
  if (objection.outcome) return OUTCOMES[objection.outcome]
  if (!mayAnswer) return '待答复'
  return (
    <Button type="link" size="small" onClick={() => onAnswer(supplierId)}>
      答复
    </Button>
  )
}

function Parts({ appraisal: { items }, result }: { appraisal: Appraisal; result: Result }) {
  const { facts, marks, objection, versions } = result
  return (
    <div className="kb-stack kb-gap-16">
      {result.items.length > 0 && (
        <DataTable
          label="各项得分"
          rows={items}
          rowKey={(row) => row.indicatorId}
          columns={[
            { key: 'name', title: '指标', isHead: true, value: (row) => row.name },
            { key: 'weight', title: '权重', kind: 'number', width: 80, value: (row) => `${trimZeros(row.weight)}%` },
            { key: 'found', title: '情况', width: 110, value: (row) => partOf(result, row.indicatorId)?.found },
            {
              key: 'marks',
              title: '得分',
              kind: 'number',
              width: 120,
              value: (row) => {
                const given = partOf(result, row.indicatorId)?.marks
                return given ? `${given}/${trimZeros(row.fullMarks)}` : '不计入'
              },
            },
            { key: 'how', title: '计算', width: 260, value: (row) => partOf(result, row.indicatorId)?.how },
          ]}
        />
      )}
      <FactTable label="计入的记录" facts={facts} isLinked />
      {marks.length > 0 && (
        <DataTable
          label="各评分人的评分"
          rows={marks}
          rowKey={(row) => `${row.appraiser} ${row.indicatorId}`}
          columns={[
            { key: 'appraiser', title: '评分人', width: 120, isHead: true, value: (row) => row.appraiser },
            {
              key: 'item',
              title: '指标',
              value: (row) => items.find(({ indicatorId }) => indicatorId === row.indicatorId)?.name,
            },
            { key: 'marks', title: '打分', kind: 'number', width: 90, value: (row) => trimZeros(row.marks) },
          ]}
        />
      )}
      {objection && (
        <FieldList
          items={[
            { label: '异议内容', value: objection.content, wide: true },
            { label: '提出', value: `${objection.createdByName}，${formatTime(objection.createdAt)}` },
            objection.answeredAt && {
              label: '答复',
              value: `${objection.answeredByName}，${formatTime(objection.answeredAt)}：${objection.answer}`,
              wide: true,
            },
          ]}
        />
      )}
      {versions.length > 1 && (
        <DataTable
          label="历次结果"
          rows={versions}
          rowKey={(row) => String(row.version)}
          columns={[
            { key: 'version', title: '版本', width: 90, value: (row) => `第 ${row.version} 版` },
            { key: 'score', title: '得分', kind: 'number', width: 90, value: (row) => row.score },
            { key: 'grade', title: '等级', width: 80, value: (row) => row.grade },
            { key: 'reason', title: '更正说明', value: (row) => row.reason },
            { key: 'by', title: '发布', width: 200, value: (row) => `${row.byName}，${formatTime(row.at)}` },
          ]}
        />
      )}
    </div>
  )
}

function partOf(result: Result, indicatorId: string) {
  return result.items.find((one) => one.indicatorId === indicatorId)
}
