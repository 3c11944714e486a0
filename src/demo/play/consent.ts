import * as entrust from '#features/entrust/contract/entrust.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { Cast } from '../cast.ts'
import { COMPANIES } from '../companies.ts'
import { pdfOf } from './documents.ts'

/** An agency asks the hospital to agree that it buys for it, by its standard and whole. */
export async function askConsent(agent: HttpClient, projectId: string): Promise<{ entrustmentId: string }> {
  const name = '委托代理协议.pdf'
  const parts = [{ heading: '委托事项', paragraphs: ['委托代理机构办理本项目的采购事宜。'] }]
  const content = await pdfOf({ title: '委托代理协议', org: COMPANIES.agency.name, parts }, new Date(0))
  const { fileId } = await agent.upload('entrust-contract', name, content)
  const params = await agent.call(entrust.createEntrustment, {
    body: { projectId, feeRule: 'standard', feePayer: 'winner', contractFiles: [{ fileId, name }] },
  })
  await agent.call(entrust.offerEntrustment, { params })
  return params
}

/** The same, agreed to: the agency may announce. */
export async function consented(agent: HttpClient, projectId: string): Promise<void> {
  const params = await askConsent(agent, projectId)
  await (await new Cast(agent.base).as('buyer')).call(entrust.acceptEntrustment, { params })
}
