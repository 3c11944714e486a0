import type { Room } from '../room.ts'
import type { DraftFile } from '../draft.ts'

export const ACCEPT = '.pdf,.docx'

/** Why a chosen file cannot go into the bid; '' when it can. */
export function fileProblem(
  file: Pick<File, 'name' | 'size'>,
  {
    room,
    files,
  }: { room: Pick<Room, 'maxFileSize' | 'maxTotalSize'>; files: readonly Pick<DraftFile, 'name' | 'size'>[] },
): string {
  const named = `“${file.name}”`
  if (!/\.(pdf|docx)$/i.test(file.name)) return `${named}不是 PDF 或 DOCX 文件`
  if (file.size === 0) return `${named}是空文件`
  if (file.size > room.maxFileSize) return `${named}超过单个文件 ${gigabytes(room.maxFileSize)} 的上限`
  const total = files.reduce((sum, one) => sum + one.size, file.size)
  if (total > room.maxTotalSize) return `加上${named}，文件总大小超过 ${gigabytes(room.maxTotalSize)} 的上限`
  if (file.name.length > 255) return `${named}的名称太长`
  return files.some((one) => one.name === file.name && one.size === file.size) ? `${named}已在列表中` : ''
}

function gigabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 ** 3) * 10) / 10} GB`
}
