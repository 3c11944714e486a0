import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import { askMarkers, markerChoices } from '../../contract/rounds.ts'
import { type Part, PARTS } from '../../rules/marks.ts'
import type { Rounds } from './round-words.ts'

interface AskMarkersProps {
  demandId: string
  markers: Rounds['rounds'][number]['markers']
  onClose: () => void
}

type Values = Partial<Record<Part, string[]>>

/** Asks clinical and engineering staff; who has marked already stays. */
export function AskMarkers({ demandId, markers, onClose }: AskMarkersProps) {
  const { data } = useCall(markerChoices, { params: { demandId } })
  if (!data) return null
  const options = data.map(({ employeeId, name, department }) => ({
    value: employeeId,
    label: `${name}（${department}）`,
  }))
  const of = (wanted: Part) => markers.filter(({ part }) => part === wanted).map(({ employeeId }) => employeeId)
  return (
    <ActionDialog<typeof askMarkers, Values>
      title="邀请标注参数"
      endpoint={askMarkers}
      fields={Object.entries(PARTS).map(([part, label]) => ({
        kind: 'select',
        name: part,
        label: `${label}人员`,
        required: true,
        multiple: true,
        searchable: true,
        options,
      }))}
      initial={{ clinical: of('clinical'), engineering: of('engineering') }}
      input={(values) => ({
        params: { demandId },
        body: {
          people: (Object.keys(PARTS) as Part[]).flatMap((part) =>
            (values[part] ?? []).map((employeeId) => ({ employeeId, part })),
          ),
        },
      })}
      hint="标注人员看到参数和满足的品牌，看不到价格；全部标注后方可发起下一轮。"
      success="已邀请，标注人员收到通知"
      onClose={onClose}
    />
  )
}
