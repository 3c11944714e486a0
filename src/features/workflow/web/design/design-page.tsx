import { Alert, Button, Select } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { ask, toast } from '#web/feedback.ts'
import { DraftState } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useDraft } from '#web/kit/use-draft.ts'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { useAction } from '#web/use-call.ts'
import { createDefinition, setDefinitionStatus, updateDefinition } from '../../contract/definitions.ts'
import type { Facts } from '../../rules/definition.ts'
import type { FlowProblem } from '../../rules/validate.ts'
import { EnableStatus } from '../../rules/enums.ts'
import { DEFINITIONS, designAddress } from '../addresses.ts'
import type { Around, Definition, Draft } from './design-data.ts'
import { Designer } from './designer.tsx'
import { useHistory } from './use-history.ts'
import type { Binding } from './use-problems.ts'
import { useProblems } from './use-problems.ts'

interface DesignPageProps {
  definition: Definition | null
  binding: Binding
  bindingLabel: string
  around: Around
  initial: Draft
}

/** One definition: drawing, test run, saving as a version, enabling. */
export function DesignPage({ definition, binding, bindingLabel, around, initial }: DesignPageProps) {
  const navigate = useNavigate()
  const place = definition ? `${definition.definitionId}.${definition.version}` : `new.${binding.type}.${binding.node}`
  const kept = useDraft<Draft>(`workflow.definition.${place}`)
  const [saved, setSaved] = useState(initial)
  const restored = around.readOnly ? null : kept.restored
  const history = useHistory<Draft>(() => restored ?? initial)
  const draft = history.now
  const dirty = draft !== saved
  const [trial, setTrial] = useState<Facts | null>(null)
  const { problems, warnings } = useProblems(draft.flow, binding, around)
  const create = useAction(createDefinition)
  const update = useAction(updateDefinition)
  const status = useAction(setDefinitionStatus, { quiet: true })
  const leaving = useRef(false)
  const unsaved = useRef(dirty)
  unsaved.current = dirty && !around.readOnly
  const asks = useCallback(() => unsaved.current && !leaving.current, [])
  useLeaveGuard(asks, '有未保存的修改，草稿会保留在本机，下次可继续。')

  const change = (next: Draft, about: string | null) => {
    leaving.current = false
    history.set(next, about)
    kept.change(next)
  }
  /** Saves; gives the id of the definition, null when it was refused. */
  const save = async (): Promise<string | null> => {
    if (draft.name.trim() === '') return (toast.error('请输入流程名称'), null)
    if (definition) {
      const { definitionId: id, version } = definition
      const outcome = await update.run({ params: { id }, body: { ...draft, version } })
      if (!outcome.ok) return null
      return (done(), id)
    }
    const outcome = await create.run({ body: { ...binding, ...draft } })
    if (!outcome.ok) return null
    return (done(), outcome.data.definitionId)
  }
  const done = () => {
    leaving.current = true
    kept.clear()
    setSaved(draft)
  }
  const saveOnly = async () => {
    const id = await save()
    if (id === null) return
    toast.success('已保存')
    if (!definition) void navigate(designAddress(id), { replace: true })
  }
  const switchTo = async (to: 1 | 2) => {
    if (to === EnableStatus.values.forbidden) {
      const content = '停用后新提交的业务不再按此流程审批，审批中的继续按原流程进行。'
      if (!(await ask({ title: '停用流程', content, okText: '停用', danger: true }))) return
    } else if (problems.length > 0) return toast.error(`还不能启用：${problems[0]!.message}`)
    else if (warnings.length > 0 && !(await agreesTo(warnings))) return
    const id = dirty || !definition ? await save() : definition.definitionId
    if (id === null) return
    const outcome = await status.run({ params: { id }, body: { status: to } })
    if (outcome.ok) {
      const { replaced, warnings: late } = outcome.data
      const on = replaced ? `已启用，原流程“${replaced}”已停用` : '已启用，新提交的业务按此流程审批'
      toast.success(to === EnableStatus.values.enabled ? on : '已停用')
      // Enabled before the server had answered what it thinks of the last stroke.
      if (warnings.length === 0 && late.length > 0) toast.warning(late.map(({ message }) => message).join('；'))
    } else if (!outcome.error.handled) toast.error(messageOf(outcome.error))
    if (!definition) void navigate(designAddress(id), { replace: true })
  }
  const enabled = definition?.status === EnableStatus.values.enabled
  const busy = create.busy || update.busy || status.busy

  return (
    <article>
      <PageHead
        title={draft.name || '未命名流程'}
        status={
          definition ? (
            <StatusTag label={EnableStatus.label(definition.status)} tone={enabled ? 'success' : 'neutral'} />
          ) : (
            <StatusTag label="新建" />
          )
        }
        back={{ label: '审批流程', to: DEFINITIONS }}
        facts={[
          bindingLabel,
          definition?.scope === 'tenant' && '平台默认',
          definition && <Versions key="versions" definition={definition} />,
          definition && definition.running > 0 && `${definition.running} 件审批中`,
          !around.readOnly && <DraftState key="draft" draft={kept} />,
        ]}
        actions={
          <>
            {!around.readOnly && (
              <>
                <Button disabled={!history.canUndo} onClick={history.undo}>
                  撤销
                </Button>
                <Button disabled={!history.canRedo} onClick={history.redo}>
                  重做
                </Button>
              </>
            )}
            <Button aria-pressed={trial !== null} onClick={() => setTrial(trial === null ? {} : null)}>
              {trial === null ? '试算' : '结束试算'}
            </Button>
            {!around.readOnly && (
              <>
                {enabled && (
                  <Button danger disabled={busy} onClick={() => void switchTo(EnableStatus.values.forbidden)}>
                    停用
                  </Button>
                )}
                <Button
                  type={enabled ? 'primary' : 'default'}
                  disabled={!dirty && definition !== null}
                  loading={busy}
                  onClick={() => void saveOnly()}
                >
                  {enabled ? '保存为新版本' : '保存'}
                </Button>
                {!enabled && (
                  <Button type="primary" disabled={busy} onClick={() => void switchTo(EnableStatus.values.enabled)}>
                    {dirty || !definition ? '保存并启用' : '启用'}
                  </Button>
                )}
              </>
            )}
          </>
        }
      />
      <Notices
        definition={definition}
        around={around}
        restored={restored !== null && !kept.dirty && kept.savedAt !== null}
        onDiscard={() => {
          kept.clear()
          history.set(saved)
        }}
      />
      <Designer
        draft={draft}
        around={around}
        problems={problems}
        warnings={warnings}
        trial={trial}
        onTrial={setTrial}
        onChange={change}
        onUndo={history.undo}
        onRedo={history.redo}
      />
    </article>
  )
}

function Versions({ definition }: { definition: Definition }) {
  const navigate = useNavigate()
  const { versions, version, definitionId } = definition
  if (versions.length < 2) return <>第 {version} 版</>
  const options = versions
    .toSorted((a, b) => b.version - a.version)
    .map((one, i) => ({
      value: one.version,
      label: `第 ${one.version} 版${i === 0 ? '（最新）' : ''} · ${one.by} ${formatTime(one.at)} · 用过 ${one.runs} 次`,
    }))
  const newest = options[0]!.value
  return (
    <Select
      aria-label="版本"
      size="small"
      variant="borderless"
      popupMatchSelectWidth={false}
      options={options}
      labelRender={() => `第 ${version} 版`}
      value={version}
      onChange={(to: number) =>
        void navigate(designAddress(definitionId) + (to === newest ? '' : `?version=${to}`), { replace: true })
      }
    />
  )
}

interface NoticesProps {
  definition: Definition | null
  around: Around
  restored: boolean
  onDiscard: () => void
}

function Notices({ definition, around, restored, onDiscard }: NoticesProps) {
  const navigate = useNavigate()
  if (restored) {
    return (
      <Alert
        type="info"
        showIcon
        title="已恢复上次未保存的修改"
        action={
          <Button size="small" onClick={onDiscard}>
            放弃修改
          </Button>
        }
      />
    )
  }
  if (!around.readOnly || !definition) return null
  const copy = `${designAddress()}?from=${definition.definitionId}`
  return definition.mayEdit ? (
    <Alert
      type="info"
      showIcon
      title={`这是第 ${definition.version} 版，只读`}
      action={
        <Button size="small" onClick={() => void navigate(designAddress(definition.definitionId), { replace: true })}>
          回到最新版
        </Button>
      }
    />
  ) : (
    <Alert
      type="info"
      showIcon
      title="平台默认流程：没有本单位流程的步骤按它审批"
      action={
        <Button size="small" onClick={() => void navigate(copy)}>
          复制为本单位流程
        </Button>
      }
    />
  )
}

/** Whether the person enables a flow all the same. */
function agreesTo(warnings: readonly FlowProblem[]): Promise<boolean> {
  const content = warnings.map(({ message }) => message).join('；')
  return ask({ title: '启用前请确认', content, okText: '仍然启用', cautious: true })
}

function messageOf(error: { code: number; message: string; details: unknown }): string {
  if (error.code !== ERRORS.invalid.code || !Array.isArray(error.details)) return error.message
  const [first] = error.details as { message?: string }[]
  return first?.message ? `还不能启用：${first.message}` : error.message
}
