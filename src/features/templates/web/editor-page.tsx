import { Button, Input, Select, Tabs } from 'antd'
import { Suspense, lazy, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { clock } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { useAction } from '#web/use-call.ts'
import type { ContentOf } from '../contract/content.ts'
import { publishTemplate, saveDraft } from '../contract/templates.ts'
import { findingsOf, type TemplateFinding } from '../rules/findings.ts'
import { KINDS, type TemplateKind } from '../rules/kinds.ts'
import { TemplateStatus } from '../rules/status.ts'
import { textsOf } from '../rules/texts.ts'
import { templateAddresses as at } from './addresses.ts'
import { KindEditor } from './editors/kind-editor.tsx'
import { FindingList } from './finding-list.tsx'
import { InsertContext, type Insert } from './insert-context.ts'
import { PlaceholderPanel } from './placeholder-panel.tsx'
import { askNote } from './publish-note.tsx'
import { type TemplateDetail, toneOf, useScopes, versionLabel } from './template-data.ts'

const PreviewPane = lazy(() => import('./preview-pane.tsx').then((m) => ({ default: m.PreviewPane })))

interface EditorPageProps {
  kind: TemplateKind
  template: TemplateDetail
}

interface Written {
  name: string
  scope: string
  content: ContentOf
}

/** The editor of a template: what is written at the left; placeholders, findings and preview at the right. */
export function EditorPage({ kind, template }: EditorPageProps) {
  const navigate = useNavigate()
  const id = useId()
  const { templateId } = template
  const [written, setWritten] = useState<Written>({
    name: template.name,
    scope: template.scope,
    content: template.content,
  })
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [insert, setInsert] = useState<Insert | null>(null)
  const revision = useRef(template.revision)
  const dirty = useRef(false)
  const scopes = useScopes(kind)
  const save = useAction(saveDraft)
  const publish = useAction(publishTemplate)
  useLeaveGuard(
    useCallback(() => dirty.current, []),
    '有未保存的修改，离开后将丢失。',
  )
  const { name, scope, content } = written
  const findings = useMemo(() => findingsOf({ kind, scope, name, content }), [kind, scope, name, content])
  const hasTexts = useMemo(() => textsOf({ kind, scope, content }).length > 0, [kind, scope, content])
  const change = (part: Partial<Written>) => {
    dirty.current = true
    setWritten((now) => ({ ...now, ...part }))
  }
  const body = () => ({ ...written, revision: revision.current })

  const keep = async () => {
    const outcome = await save.run({ params: { templateId }, body: body() })
    if (!outcome.ok) return
    revision.current = outcome.data.revision
    dirty.current = false
    setSavedAt(clock.now())
    toast.success('草稿已保存')
  }
  const release = () => {
    if (findings.length > 0) return toast.error(`尚有 ${findings.length} 处问题，改正后才能发布`)
    askNote(template.versionNo + 1, send)
  }
  const send = async (note: string) => {
    const outcome = await publish.run({ params: { templateId }, body: { ...body(), note } })
    if (!outcome.ok) return false
    dirty.current = false
    toast.success(`已发布第 ${outcome.data.versionNo} 版`)
    void navigate(at.detail(kind, templateId))
    return true
  }

  return (
    <div>
      <PageHead
        title={name || '未命名模板'}
        status={<StatusTag label={TemplateStatus.label(template.status)} tone={toneOf(template.status)} />}
        facts={[
          KINDS[kind].label,
          versionLabel(template.versionNo),
          savedAt !== null && <span key="saved">已保存 {formatTime(savedAt).slice(11)}</span>,
        ]}
        back={{ label: KINDS[kind].label, to: at.list(kind) }}
        actions={
          <>
            <Button loading={save.busy} onClick={() => void keep()}>
              保存草稿
            </Button>
            <Button type="primary" loading={publish.busy} onClick={release}>
              发布
            </Button>
          </>
        }
      />
      <InsertContext.Provider value={setInsert}>
        <div className="kb-detail-body tpl-body">
          <div className="kb-form-body kb-grow">
            <section className="kb-section tpl-head">
              <div className="kb-stack kb-gap-4 kb-size-13">
                <label htmlFor={`${id}name`}>模板名称</label>
                <Input
                  id={`${id}name`}
                  value={name}
                  maxLength={100}
                  status={problemAt(findings, 'name') ? 'error' : ''}
                  onChange={(event) => change({ name: event.target.value })}
                />
              </div>
              {scopes.length > 1 && (
                <div className="kb-stack kb-gap-4 kb-size-13">
                  <label htmlFor={`${id}scope`}>适用范围</label>
                  <Select
                    id={`${id}scope`}
                    value={scope}
                    options={scopes}
                    showSearch={{ optionFilterProp: 'label' }}
                    onChange={(value) => change({ scope: value })}
                  />
                </div>
              )}
            </section>
            <Suspense fallback={<Skeleton lines={8} />}>
              <KindEditor
                kind={kind}
                scope={scope}
                content={content}
                findings={findings}
                onChange={(value) => change({ content: value })}
              />
            </Suspense>
          </div>
          <aside className="kb-detail-side tpl-side">
            <FindingList findings={findings} />
            <Tabs
              size="small"
              items={[
                ...(hasTexts
                  ? [
                      {
                        key: 'placeholders',
                        label: '占位符',
                        children: <PlaceholderPanel kind={kind} scope={scope} insert={insert} />,
                      },
                    ]
                  : []),
                {
                  key: 'preview',
                  label: '预览',
                  children: (
                    <Suspense fallback={<Skeleton lines={6} />}>
                      <PreviewPane kind={kind} scope={scope} content={content} hasTexts={hasTexts} />
                    </Suspense>
                  ),
                },
              ]}
            />
          </aside>
        </div>
      </InsertContext.Provider>
    </div>
  )
}

function problemAt(findings: readonly TemplateFinding[], path: string): boolean {
  return findings.some((one) => one.path === path)
}
