import { Link, useParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { templateDetail } from '../contract/templates.ts'
import type { TemplateKind } from '../rules/kinds.ts'
import { templateAddresses } from './addresses.ts'
import { EditorPage } from './editor-page.tsx'
import './templates.css'

/** Writing a template. */
export function Screen({ kind }: { kind: TemplateKind }) {
  const { templateId = '' } = useParams()
  const query = useCall(templateDetail, { params: { templateId } }, { fresh: 0 })
  // What is written starts from what is stored now, not from what was once loaded.
  if (query.data !== undefined && !query.isFetchedAfterMount) return <Skeleton title lines={10} />
  return (
    <WhenLoaded query={query}>
      {(template) =>
        template.kind === kind && template.actions.some(({ action }) => action === 'edit') ? (
          <EditorPage key={templateId} kind={kind} template={template} />
        ) : (
          <>
            <PageHead title={template.name} />
            <EmptyState
              title="该模板不能编辑"
              hint="平台预置的模板可以复制后修改；已停用的模板须先恢复使用"
              action={<Link to={templateAddresses.detail(template.kind, templateId)}>查看模板</Link>}
            />
          </>
        )
      }
    </WhenLoaded>
  )
}
