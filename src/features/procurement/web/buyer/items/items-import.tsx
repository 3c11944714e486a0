import { call } from '#web/call.ts'
import { ask } from '#web/feedback.ts'
import { useSheetImport } from '#web/kit/use-sheet-import.tsx'
import { importItems } from '../../../contract/project.ts'

interface ItemsImportProps {
  projectId: string
  /** Lines that an import replaces. */
  existing: number
  /** The bill template the file was made from. */
  template: string | undefined
}

/** Reads the bill from a spreadsheet. */
export function useItemsImport({ projectId, existing, template }: ItemsImportProps) {
  return useSheetImport({
    label: '选择清单文件',
    mayReplace: async () =>
      existing === 0 || ask({ title: '导入清单', content: `导入将替换现有 ${existing} 行清单，确认导入？` }),
    send: (body) =>
      call(importItems, {
        params: { projectId },
        query: template ? { template } : {},
        body: body as unknown as Record<string, never>,
      }),
    done: (count) => `已导入 ${count} 行`,
  })
}
