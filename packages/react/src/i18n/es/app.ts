/** What a card says in an MCP host, beside what every card says. */
export const app = {
  "app.none": "Aquí no hay ninguna pregunta. Si se hizo alguna, está en la bandeja de entrada de Askback.",
  "app.elsewhere": "{agent} espera una respuesta, que se da en Askback.",
  "app.open": "Responder en Askback",
  "app.offline": "Sin conexión con Askback. Lo que ves puede ser antiguo.",
  "app.goOn": "Que {agent} continúe",
} as const;
