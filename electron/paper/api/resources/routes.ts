/** Every resource of the API in one list. */

import type { Brokerage } from '../../brokerage/brokerage.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { Webhooks } from '../../webhooks/webhooks.ts'
import { feeRoutes } from './feeResources.ts'
import { ledgerRoutes } from './ledgerResources.ts'
import { loginRoutes } from './loginResource.ts'
import { marginRoutes } from './marginResources.ts'
import { marketRoutes } from './marketResources.ts'
import { orderRoutes } from './orderResources.ts'
import type { Route } from '../router.ts'
import { tradeRoutes } from './tradeResources.ts'
import { transferRoutes } from './transferResources.ts'
import { webhookRoutes, type WebhookRouteOptions } from './webhookResources.ts'

export const apiRoutes = (
  { context, fees, orders, transfers }: Brokerage,
  sessions: Sessions,
  webhooks: Webhooks,
  options: WebhookRouteOptions,
): Route[] => [
  ...loginRoutes(sessions),
  ...marketRoutes(context),
  ...ledgerRoutes(context.store),
  ...orderRoutes(orders),
  ...tradeRoutes(context.store),
  ...transferRoutes(transfers),
  ...feeRoutes(fees),
  ...marginRoutes(context),
  ...webhookRoutes(webhooks, options),
]
