import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { RichNode } from '#web/kit/rich-text-nodes.ts'
import { type Catalog, updateContent } from '../../contract/reports.ts'

interface DialogProps {
  params: { projectId: string; reportId: string }
  catalog: Catalog
  onClose: () => void
}

/** Words that stand before the record in one part of the report. The record itself cannot be edited. */
export function ContentDialog({ params, catalog, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={`编辑说明：${catalog.label}`}
      width={860}
      okText="保存并重新生成"
      endpoint={updateContent}
      success="已保存，正在重新生成"
      hint="填写的文字排在本部分开头。评审记录、得分与结论由系统按存档生成，不能改写；保存后本部分与报告重新生成，须由各成员签署新的文件。"
      fields={[{ kind: 'rich', name: 'content', label: `${catalog.label}的内容` }]}
      initial={{ content: catalog.content }}
      input={({ content }: { content: RichNode | null }) => ({
        params,
        body: { catalogId: catalog.catalogId, content: content ?? null },
      })}
      onClose={onClose}
    />
  )
}
