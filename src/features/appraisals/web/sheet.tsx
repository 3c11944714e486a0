import { Button, InputNumber } from 'antd'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { trimZeros } from '#contract/money.ts'
import { confirmStep } from '#web/kit/confirm-step.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useDraft } from '#web/kit/use-draft.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { handInMarks, saveMarks, SHEET_STATES, sheetDetail } from '../contract/hall.ts'
import { PLACES } from '../rules/places.ts'
import { FactTable } from './fact-table.tsx'
import { SHEET_TONES } from './words.ts'

type Sheet = OutputOf<typeof sheetDetail>

/** The seat of an appraiser: suppliers by indicators. What is typed is kept; handed in, it is for good. */
export function Screen() {
  const { appraisalId = '' } = useParams()
  const params = { appraisalId }
  const query = useCall(sheetDetail, { params }, { fresh: 0 })
  const [typed, setTyped] = useState<Record<string, string> | null>(null)
  const save = useAction(saveMarks, { quiet: true })
  const handIn = useAction(handInMarks, { success: '评分已提交' })
  const { change, savedAt, failed, flush } = useDraft<Record<string, string>>(`appraisal.${appraisalId}`, {
    save: async (marks) => {
      const outcome = await save.run({ params, body: { marks: bodyOf(marks) } })
      if (!outcome.ok) throw outcome.error
    },
  })
  return (
    <DetailScreen query={query} back={{ label: '考核打分', to: PLACES.hall }}>
      {(sheet) => {
        const marks = typed ?? keptOf(sheet)
        const given = Object.values(marks).filter((one) => one !== '').length
        return {
          title: sheet.title,
          status: <StatusTag label={SHEET_STATES[sheet.state]} tone={SHEET_TONES[sheet.state]} />,
          facts: [`考核期 ${sheet.from} 至 ${sheet.until}`, `已打分 ${given}/${sheet.needed}`],
          ...(sheet.mayWrite && { deadline: { label: '打分截止', at: sheet.deadline } }),
          extra: sheet.mayWrite && (
            <>
              <span className="kb-hint" role="status">
                {failed ? '草稿未能保存，请检查网络' : savedAt && `草稿已保存 ${formatTime(savedAt)}`}
              </span>
              <Button
                type="primary"
                disabled={given < sheet.needed}
                onClick={() =>
                  confirmStep(
                    {
                      title: '提交评分',
                      content: '提交后不能修改；全部评分人提交或截止后，考核人员可以看到各人的评分。',
                      okText: '提交评分',
                    },
                    undefined,
                    async () => {
                      await flush()
                      return handIn.run({ params })
                    },
                  )
                }
              >
                提交评分
              </Button>
            </>
          ),
          sections: [
            {
              key: 'sheet',
              title: '打分表',
              content: (
                <Grid
                  sheet={sheet}
                  marks={marks}
                  onChange={(next) => {
                    setTyped(next)
                    change(next)
                  }}
                />
              ),
            },
            {
              key: 'standards',
              title: '评分依据',
              content: (
                <ul>
                  {sheet.items.map(({ indicatorId, name, source, direction, fullMarks }) => (
                    <li key={indicatorId}>
                      {name}（{trimZeros(fullMarks)} 分{direction === 'less' && '，填写扣分'}）：{source}
                    </li>
                  ))}
                </ul>
              ),
            },
            {
              key: 'facts',
              title: '考核期内的记录',
              content: sheet.rows.map(({ supplierId, name, facts }) => (
                <details key={supplierId} className="kb-below-12">
                  <summary>
                    {name}（{facts.length} 条，{facts.filter(({ isGood }) => !isGood).length} 条不利）
                  </summary>
                  <FactTable label={`${name}的记录`} facts={facts} />
                </details>
              )),
            },
          ],
        }
      }}
    </DetailScreen>
  )
}

interface GridProps {
  sheet: Sheet
  marks: Readonly<Record<string, string>>
  onChange: (marks: Record<string, string>) => void
}

const keyOf = (supplierId: string, indicatorId: string) => `${supplierId} ${indicatorId}`

function keptOf({ marks }: Sheet): Record<string, string> {
  return Object.fromEntries(marks.map((one) => [keyOf(one.supplierId, one.indicatorId), trimZeros(one.marks)] as const))
}

function bodyOf(marks: Readonly<Record<string, string>>) {
  return Object.entries(marks)
    .filter(([, given]) => given !== '')
    .map(([key, given]) => {
      const [supplierId = '', indicatorId = ''] = key.split(' ')
      return { supplierId, indicatorId, marks: given, remark: '' }
    })
}

/** Suppliers down, indicators across. Enter goes to the supplier below, at the end to the next indicator. */
function Grid({ sheet: { rows, items, mayWrite }, marks, onChange }: GridProps) {
  const table = useRef<HTMLTableElement>(null)
  const down = (row: number, column: number) => {
    const isLast = row === rows.length - 1
    const place = isLast ? `0 ${column + 1}` : `${row + 1} ${column}`
    table.current?.querySelector<HTMLInputElement>(`[data-place="${place}"] input`)?.select()
  }
  return (
    <div className="kb-scroll-x" tabIndex={0} role="group" aria-label="打分表">
      <table className="kb-table" ref={table}>
        <thead>
          <tr>
            <th scope="col">供应商</th>
            {items.map(({ indicatorId, name, fullMarks, direction }) => (
              <th key={indicatorId} scope="col">
                {name}（{direction === 'less' ? '扣分，最多 ' : '满分 '}
                {trimZeros(fullMarks)}）
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ supplierId, name }, row) => (
            <tr key={supplierId}>
              <th scope="row">{name}</th>
              {items.map((item, column) => {
                const key = keyOf(supplierId, item.indicatorId)
                return (
                  <td key={key} data-place={`${row} ${column}`}>
                    {mayWrite ? (
                      <InputNumber
                        aria-label={`${name} ${item.name}`}
                        stringMode
                        controls={false}
                        min="0"
                        max={item.fullMarks}
                        precision={2}
                        formatter={(value) => (value ? trimZeros(value) : '')}
                        value={marks[key] || null}
                        onChange={(value) => onChange({ ...marks, [key]: value === null ? '' : trimZeros(value) })}
                        onPressEnter={() => down(row, column)}
                      />
                    ) : (
                      marks[key] || '-'
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
