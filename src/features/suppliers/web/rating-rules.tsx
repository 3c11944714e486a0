import { Button, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { ratingRules, saveRating } from '../contract/grades.ts'
import { GRADES, type Rating } from '../rules/grades.ts'
import { Versions } from './versions.tsx'
import { GRADE_TONES } from './words.ts'

type Data = OutputOf<typeof ratingRules>

/** From which score on a grade is given, and what forces the lowest one. */
export function Screen() {
  const query = useCall(ratingRules, {}, { fresh: 0 })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DetailScreen query={query}>
        {({ version, content, mayEdit, versions }) => ({
          title: '评级规则',
          facts: [version === 0 ? '预设规则' : `第 ${version} 版`],
          extra: mayEdit && (
            <Button type="primary" onClick={() => setOpen(true)}>
              修改
            </Button>
          ),
          sections: [
            { key: 'bounds', title: '分数线', content: <Bounds rating={content} /> },
            { key: 'vetoes', title: '一票否决事项', content: <Vetoes rating={content} /> },
            {
              key: 'versions',
              title: '修改记录',
              content: (
                <Versions
                  versions={versions}
                  render={(rating) => (
                    <>
                      <Bounds rating={rating} />
                      <Vetoes rating={rating} />
                    </>
                  )}
                />
              ),
            },
          ],
        })}
      </DetailScreen>
      {isOpen && query.data && <RatingDialog data={query.data} onClose={() => setOpen(false)} />}
    </>
  )
}

function Bounds({ rating: { bounds } }: { rating: Rating }) {
  return (
    <DataTable
      label="分数线"
      rows={GRADES}
      rowKey={(grade) => grade}
      columns={[
        {
          key: 'grade',
          title: '等级',
          width: 120,
          render: (grade) => <StatusTag label={`${grade} 级`} tone={GRADE_TONES[grade]} />,
        },
        {
          key: 'score',
          title: '得分（满分 100）',
          value: (grade) => (grade === 'D' ? `低于 ${bounds.C} 分，或发生否决事项` : `${bounds[grade]} 分及以上`),
        },
      ]}
    />
  )
}

function Vetoes({ rating: { vetoes } }: { rating: Rating }) {
  if (vetoes.length === 0) return <p className="kb-muted">没有否决事项</p>
  return (
    <ul>
      {vetoes.map((veto) => (
        <li key={veto}>{veto}</li>
      ))}
    </ul>
  )
}

interface Values {
  A: number
  B: number
  C: number
  vetoes: string[]
  note: string
}

function RatingDialog({ data: { version, content }, onClose }: { data: Data; onClose: () => void }) {
  const bound = (grade: 'A' | 'B' | 'C') => ({
    kind: 'integer' as const,
    name: grade,
    label: `${grade} 级不低于`,
    required: true,
    max: 100,
    unit: '分',
  })
  return (
    <ActionDialog<typeof saveRating, Values>
      title="修改评级规则"
      endpoint={saveRating}
      initial={{ ...content.bounds, vetoes: content.vetoes }}
      hint={`保存为第 ${version + 1} 版并立即生效，已评定的等级不变。`}
      fields={[
        bound('A'),
        bound('B'),
        bound('C'),
        { kind: 'custom', name: 'vetoes', label: '一票否决事项', control: <VetoInput /> },
        { kind: 'area', name: 'note', label: '调整说明', required: true, maxLength: 300, rows: 2 },
      ]}
      input={({ A, B, C, vetoes, note }) => ({
        body: { version, note, content: { bounds: { A, B, C }, vetoes } },
      })}
      success="评级规则已生效"
      onClose={onClose}
    />
  )
}

function VetoInput({ id, value, onChange }: { id?: string; value?: string[]; onChange?: (value: string[]) => void }) {
  return (
    <Select
      {...(id && { id })}
      className="kb-wide"
      mode="tags"
      open={false}
      suffixIcon={null}
      placeholder="输入后回车"
      value={value ?? []}
      {...(onChange && { onChange })}
    />
  )
}
