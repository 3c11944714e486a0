import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { toast } from '#web/feedback.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { materialSheet, publishTemplate, templateDetail } from '../contract/templates.ts'
import { KINDS, type TemplateKind } from '../rules/kinds.ts'
import { TemplateStatus } from '../rules/status.ts'
import { templateAddresses as at } from './addresses.ts'
import { FindingList } from './finding-list.tsx'
import { useNewTemplate } from './new-template.tsx'
import { askNote } from './publish-note.tsx'
import { type TemplateDetail, toneOf, versionLabel } from './template-data.ts'
import { UseList } from './use-list.tsx'
import { useTemplateAct } from './use-template-act.ts'
import { VersionList } from './version-list.tsx'
import { KindView } from './views/kind-view.tsx'
import './templates.css'

/** A template: what it says now, its versions and their differences, where it was used. */
export function Screen({ kind }: { kind: TemplateKind }) {
  const { templateId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(templateDetail, { params: { templateId } }, { fresh: 0 })
  const perform = useTemplateAct()
  const copy = useNewTemplate(kind)
  const publish = useAction(publishTemplate)
  const act = async (template: TemplateDetail, action: string) => {
    const { name, scope, content, revision, versionNo } = template
    if (action === 'edit') return void navigate(at.edit(kind, templateId))
    if (action === 'copy') return copy({ copyOf: templateId, name, scope })
    if (action === 'publish') {
      if (template.findings.length > 0) return toast.error('尚有问题，请编辑改正后再发布')
      return askNote(versionNo + 1, async (note) => {
        const outcome = await publish.run({ params: { templateId }, body: { name, scope, content, revision, note } })
        if (outcome.ok) toast.success(`已发布第 ${outcome.data.versionNo} 版`)
        return outcome.ok
      })
    }
    const done = await perform(templateId, action)
    if (done && action === 'delete') void navigate(at.list(kind))
  }
  return (
    <DetailScreen query={query} back={{ label: KINDS[kind].label, to: at.list(kind) }}>
      {(template) => {
        const [newest] = template.versions
        const keeps = template.actions.some(({ action }) => action !== 'copy')
        return {
          title: template.name || '未命名模板',
          status: (
            <>
              <StatusTag label={TemplateStatus.label(template.status)} tone={toneOf(template.status)} />
              {template.isDefault && <span className="kb-chip kb-before-8">默认</span>}
            </>
          ),
          facts: [
            template.isPreset ? '平台预置' : '本单位',
            template.scopeLabel,
            versionLabel(template.versionNo),
            template.hasChanges && template.versionNo > 0 && '有未发布的修改',
            newest && (
              <span key="hash">
                指纹 <Fingerprint hex={newest.contentHash} />
              </span>
            ),
          ],
          // A version that says the same is not published again.
          actions: template.actions.filter(({ action }) => action !== 'publish' || template.hasChanges),
          onAction: (action) => act(template, action),
          extra: kind === 'material' && newest && (
            <Button onClick={() => void openFile(materialSheet, { params: { versionId: newest.versionId } })}>
              下载表格
            </Button>
          ),
          notice: keeps && template.hasChanges && template.findings.length > 0 && (
            <FindingList findings={template.findings} />
          ),
          sections: [
            {
              key: 'content',
              title: template.hasChanges ? '内容（未发布）' : '内容',
              extra: (
                <span className="kb-muted">{`${template.updatedBy} 修改于 ${formatTime(template.updatedAt)}`}</span>
              ),
              content: <KindView kind={kind} content={template.content} />,
            },
            {
              key: 'versions',
              title: '版本',
              content: <VersionList kind={kind} template={template} />,
            },
            keeps &&
              template.versionNo > 0 && { key: 'uses', title: '使用情况', content: <UseList template={template} /> },
          ],
        }
      }}
    </DetailScreen>
  )
}
