import { addDocument, addVersion } from '#features/documents/contract.ts'
import type { DocumentCategory } from '#features/documents/rules.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import type { System } from '#server/system.ts'
import { PASSWORD } from './people.ts'
import { pdfOf } from './play/documents.ts'
import { TENANTS } from './tenants.ts'

const SHARED: readonly [title: string, category: DocumentCategory, paragraphs: readonly string[]][] = [
  ['北江国资采购管理办法', 'policy', ['国有企业采购应当遵循公开、公平、公正和诚实信用的原则。']],
  ['依法必须招标项目目录', 'policy', ['单项合同估算价达到规定标准的工程、货物、服务采购，依法必须招标。']],
  ['采购人操作手册', 'manual', ['立项、编制招标文件、发布公告、开标、评标、定标、归档的操作步骤。']],
  ['采购需求申请表', 'form', ['需求部门填写名称、规格、数量、预算及交付要求，经部门负责人签字。']],
  ['关于启用电子招标的通知', 'notice', ['自本月起，依法必须招标的项目一律通过本平台进行。']],
]

/** Documents that the second platform shares with its purchasers; one of them in two versions. */
export async function shareDocuments({ kernel }: System, base: string): Promise<void> {
  const admin = new HttpClient(base)
  admin.tenantId = TENANTS.beijiang.id
  await admin.login('admin', PASSWORD)
  admin.workbench = 'admin'
  const org = TENANTS.beijiang.name
  const upload = async (title: string, paragraphs: readonly string[]) => {
    const content = await pdfOf({ title, org, parts: [{ heading: title, paragraphs }] }, kernel.clock.now())
    return (await admin.upload('shared-document', `${title}.pdf`, content)).fileId
  }
  for (const [title, category, paragraphs] of SHARED) {
    const fileId = await upload(title, paragraphs)
    const { documentId } = await admin.call(addDocument, { body: { title, category, fileId, note: '首次发布' } })
    if (category !== 'manual') continue
    const next = await upload(`${title}（修订）`, [...paragraphs, '增加审批流程一章。'])
    await admin.call(addVersion, { params: { documentId }, body: { fileId: next, note: '增加审批流程一章' } })
  }
}
