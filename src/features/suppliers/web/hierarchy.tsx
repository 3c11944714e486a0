import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { gradeHierarchy, saveHierarchy } from '../contract/grades.ts'
import { CONSEQUENCES, GRADES, type Grade, type Hierarchy, STRICTNESS } from '../rules/grades.ts'
import { Versions } from './versions.tsx'
import { GRADE_TONES, optionsOf } from './words.ts'

type Data = OutputOf<typeof gradeHierarchy>
type Values = Record<Grade, Omit<Hierarchy['grades'][number], 'grade'>> & { remark: string }

/** What each grade means for invitations and draws. */
export function Screen() {
  const query = useCall(gradeHierarchy, {}, { fresh: 0 })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DetailScreen query={query}>
        {({ version, content, mayEdit, versions }) => ({
          title: '分级规则',
          facts: [version === 0 ? '预设规则' : `第 ${version} 版`],
          extra: mayEdit && (
            <Button type="primary" onClick={() => setOpen(true)}>
              修改
            </Button>
          ),
          sections: [
            {
              key: 'grades',
              title: '等级与后果',
              content: (
                <>
                  <p className="kb-hint kb-below-12">
                    等级只影响邀请和抽取；依法面向社会公开的采购，不得以内部等级限制报名。
                  </p>
                  <GradeTable rows={content.grades} />
                </>
              ),
            },
            {
              key: 'versions',
              title: '修改记录',
              content: <Versions versions={versions} render={(earlier) => <GradeTable rows={earlier.grades} />} />,
            },
          ],
        })}
      </DetailScreen>
      {isOpen && query.data && <HierarchyDialog data={query.data} onClose={() => setOpen(false)} />}
    </>
  )
}

function GradeTable({ rows }: { rows: Hierarchy['grades'] }) {
  return (
    <DataTable
      label="等级与后果"
      rows={rows}
      rowKey={(row) => row.grade}
      columns={[
        {
          key: 'grade',
          title: '等级',
          width: 100,
          render: (row) => <StatusTag label={`${row.grade} 级`} tone={GRADE_TONES[row.grade]} />,
        },
        { key: 'consequence', title: '后果', width: 160, value: (row) => CONSEQUENCES[row.consequence] },
        { key: 'strictness', title: '邀请和抽取', width: 160, value: (row) => STRICTNESS[row.strictness] },
        { key: 'note', title: '说明', value: (row) => row.note },
      ]}
    />
  )
}

function HierarchyDialog({ data, onClose }: { data: Data; onClose: () => void }) {
  const initial: Partial<Values> = Object.fromEntries(data.content.grades.map(({ grade, ...rest }) => [grade, rest]))
  return (
    <ActionDialog<typeof saveHierarchy, Values>
      title="修改分级规则"
      endpoint={saveHierarchy}
      initial={initial}
      hint={`保存为第 ${data.version + 1} 版并立即生效，此前的版本保留。最近一次修改：${lastChange(data)}`}
      fields={[
        ...GRADES.flatMap((grade) => [
          {
            kind: 'select' as const,
            name: `${grade}.consequence`,
            label: `${grade} 级后果`,
            required: true,
            options: optionsOf(CONSEQUENCES),
          },
          {
            kind: 'radio' as const,
            name: `${grade}.strictness`,
            label: `${grade} 级邀请和抽取`,
            required: true,
            options: optionsOf(STRICTNESS),
          },
          { kind: 'text' as const, name: `${grade}.note`, label: `${grade} 级说明` },
        ]),
        { kind: 'area', name: 'remark', label: '调整说明', required: true, maxLength: 300, rows: 2 },
      ]}
      input={({ remark, ...values }) => ({
        body: {
          version: data.version,
          note: remark,
          content: { grades: GRADES.map((grade) => ({ grade, ...values[grade] })) },
        },
      })}
      success="分级规则已生效"
      onClose={onClose}
    />
  )
}

function lastChange({ versions: [last] }: Data): string {
  return last ? `${last.byName}，${formatTime(last.at)}` : '无'
}
