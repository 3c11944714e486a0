import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { FormScreen } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import { createWithProject } from '../../../contract/order.ts'
import { ProjectFields } from '../../../contract/project.ts'
import type { Regime } from '../../../rules/regimes.ts'
import { useBuyer } from '../use-buyer.ts'
import { blankRow, gridErrors, type GridRow, itemsOf } from '../items/grid.ts'
import { ItemsGrid } from '../items/items-grid.tsx'
import { projectFields } from '../project-fields.tsx'
import { useNewRegime } from '../regime-choice.tsx'
import { fieldsOf, newValues } from './values.ts'
import '../items/items.css'

type Values = InputOf<typeof createWithProject>['body']['project'] & { rows: GridRow[] }

/** A project, its lines and the draft of its first order, made in one go; what else the order needs is filled in then. */
export function NewProject() {
  const start = useNewRegime()
  return start ? <NewProjectForm start={start} /> : <Skeleton title lines={10} />
}

function NewProjectForm({ start }: { start: { regime?: Regime } }) {
  const at = useBuyer()
  const navigate = useNavigate()
  const made = useRef({ orderId: '', projectId: '' })
  const [isChecked, setChecked] = useState(false)
  const create = useAction(createWithProject, {
    success: at.say('项目和{order}草稿已建立'),
  })
  const isPurchaser = at.side === 'purchaser'
  const partner = isPurchaser ? null : { help: '', disabled: false, known: null }

  const run = async ({ rows, ...project }: Values) => {
    const wrong = gridErrors(rows).size
    if (wrong > 0) {
      setChecked(true)
      const message = `清单有 ${wrong} 处错误，请改正标红的单元格`
      toast.error(message)
      return { ok: false as const, error: new CallError({ code: ERRORS.wrongState.code, message }) }
    }
    const fields = fieldsOf(newValues(project, at.method))
    const body = { ...fields, project, items: itemsOf(rows), method: at.method.code, admission: at.method.admission }
    const outcome = await create.run({ body })
    if (outcome.ok) made.current = outcome.data
    return outcome
  }

  return (
    <FormScreen<Values>
      title={at.say('新建项目并{act}')}
      back={{ label: at.listName, to: at.page('publish.list') }}
      draft={`procurement.new-project.${at.method.code}${at.asked}`}
      schema={ProjectFields}
      initial={{ category: 'goods', ...start, rows: [blankRow(), blankRow(), blankRow()] }}
      sections={[
        {
          title: '项目',
          ...(isPurchaser && { hint: <Entrusting to={at.projectForm()} /> }),
          fields: projectFields(partner),
        },
        {
          title: at.say('{bill}'),
          hint: '可留空，稍后在项目中填写或导入。',
          fields: [
            { kind: 'custom', name: 'rows', label: '清单', wide: true, control: <Lines isChecked={isChecked} /> },
          ],
        },
        {
          content: (
            <p className="kb-muted">{at.say('提交后一并建立项目、清单和{order}草稿，再填写时间安排、规则和公告。')}</p>
          ),
        },
      ]}
      submit={{ label: at.say('建立项目和{order}'), run }}
      onDone={() => void navigate(at.form(made.current), { replace: true })}
    />
  )
}

function Entrusting({ to }: { to: string }) {
  return (
    <>
      委托代理机构的项目请<Link to={to}>先登记项目</Link>，由代理机构发起采购。
    </>
  )
}

interface LinesProps {
  isChecked: boolean
  value?: GridRow[]
  onChange?: (rows: GridRow[]) => void
}

/** The bill as a field of the form; mistakes are marked once it was handed in. */
function Lines({ isChecked, value = [], onChange }: LinesProps) {
  const errors = isChecked ? gridErrors(value) : NO_ERRORS
  return <ItemsGrid rows={value} onChange={(rows) => onChange?.(rows)} errors={errors} />
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map()
