import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import type { RichNode } from '#web/kit/rich-text-nodes.ts'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import type { Section } from '../../contract/workflows.ts'

/** Address of a file that belongs to a workflow. */
export function fileAddress(workflowId: string): (file: { fileId: string }) => string {
  return (file) => `/api/workflows/${workflowId}/files/${file.fileId}`
}

interface TableRow {
  at: number
  cells: string[]
}

/** One part of what is asked for, as the business words it: fields, a table, a text, files. */
export function SubmittedSection({ section, workflowId }: { section: Section; workflowId: string }) {
  const { rows, table, content, files } = section
  return (
    <>
      {rows.length > 0 && (
        <FieldList items={rows.map(({ label, value }) => ({ label, value, wide: value.length > 60 }))} />
      )}
      {table && (
        <DataTable
          className="kb-above-8"
          label={section.title}
          rows={table.rows.map((cells, at) => ({ cells, at }))}
          rowKey={({ at }) => String(at)}
          columns={table.columns.map((title, j) => ({ key: title, title, value: ({ cells }: TableRow) => cells[j] }))}
        />
      )}
      {content && (
        <div className="wf-paper kb-frame kb-above-8 kb-below-8">
          <RichTextView value={content as unknown as RichNode} />
        </div>
      )}
      {files.length > 0 && <FileList files={files} pathOf={fileAddress(workflowId)} />}
    </>
  )
}
