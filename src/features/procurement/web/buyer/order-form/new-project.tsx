import { type ReactElement, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import { createWithProject } from '../../../contract/order.ts'
import { ProjectFields } from '../../../contract/project.ts'
import type { Regime } from '../../../rules/regimes.ts'
import { useBuyer } from '../use-buyer.ts'
import { blankRow, gridErrors, type GridRow, isBlankRow, itemsOf, totalsOf } from '../items/grid.ts'
import { ItemsGrid } from '../items/items-grid.tsx'
import { projectFields, soldFields } from '../project-fields.tsx'
import { useNewRegime } from '../regime-choice.tsx'
import { DemandsField, SoldLines } from './sold-lines.tsx'
import { fieldsOf, newValues } from './values.ts'
import '../items/items.css'

/** `demands`: what a buyer of goods must prove. */
type Values = InputOf<typeof createWithProject>['body']['project'] & { rows: GridRow[]; demands?: string[] }

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
  const { sells } = at.method
  const partner = isPurchaser ? null : { help: '', disabled: false, known: null }

  const refuse = (message: string) => {
    toast.error(message)
    return { ok: false as const, error: new CallError({ code: ERRORS.wrongState.code, message }) }
  }
  const run = async ({ rows, demands = [], ...given }: Values) => {
    const wrong = gridErrors(rows).size
    if (wrong > 0) {
      setChecked(true)
      return refuse(`清单有 ${wrong} 处错误，请改正标红的单元格`)
    }
    const items = itemsOf(rows)
    if (sells && items.length === 0) return refuse('请至少填写一个标的')
    const project = sells ? { ...given, ...SOLD } : given
    const { settings, ...values } = newValues(project, at.method)
    const fields = fieldsOf(
      sells
        ? { ...values, ...startOf(rows), settings: { ...settings, qualifications: demanded(demands) } }
        : { ...values, settings },
    )
    const body = { ...fields, project, items, method: at.method.code, admission: at.method.admission }
    const outcome = await create.run({ body })
    if (outcome.ok) made.current = outcome.data
    return outcome
  }

  return (
    <FormScreen<Values>
      title={at.say('新建项目并{act}')}
      back={{ label: at.listName, to: at.page('publish.list') }}
      draft={`procurement.new-project.${at.method.code}${at.asked}`}
      schema={sells ? SoldFields : ProjectFields}
      initial={{ category: 'goods', ...start, rows: [blankRow(), blankRow(), blankRow()] }}
      sections={[
        {
          title: '项目',
          ...(isPurchaser && !sells && { hint: <Entrusting to={at.projectForm()} /> }),
          fields: sells ? soldFields(partner) : projectFields(partner),
        },
        {
          title: at.say('{bill}'),
          hint: sells ? '逐行填写标的；常年销售的可从销售品种中选取。' : '可留空，稍后在项目中填写或导入。',
          fields: sells ? soldLines(isChecked) : [lines(<Lines isChecked={isChecked} />)],
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

/** Nobody is asked what a sale has in common with every other. */
const SOLD = { category: 'goods', regime: 'enterprise' } as const
const SoldFields = ProjectFields.omit({ category: true, regime: true })

function lines(control: ReactElement): Field {
  return { kind: 'custom', name: 'rows', label: '清单', wide: true, control }
}

function soldLines(isChecked: boolean): Field[] {
  return [
    lines(<SoldLines isChecked={isChecked} />),
    {
      kind: 'custom',
      name: 'demands',
      label: '竞买人报名须提交的资质',
      wide: true,
      help: '选取有资质要求的品种时自动填入，也可自行增减',
      control: <DemandsField />,
    },
  ]
}

/** The price, yuan, that all lines start at; nothing where one of them has none yet. */
function startOf(rows: readonly GridRow[]): { controlPrice?: string } {
  const { limit, unlimited } = totalsOf(rows.filter((row) => !isBlankRow(row)))
  return unlimited === 0 && Number(limit) > 0 ? { controlPrice: limit } : {}
}

function demanded(names: readonly string[]) {
  return names.map((name) => ({ name, required: true }))
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
